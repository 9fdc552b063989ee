import type { AccountDirectory } from "../../accounts/index.ts";
import type { PartEvent } from "../part/events.ts";
import { spentOn } from "../part/record.ts";
import type { Records } from "../records.ts";
import type { CleaningRow, PartRow } from "../rows.ts";

/** So long a service may take to count what it charges for: a balance that was read before may not have it yet. */
const COUNTED_WITHIN = 10 * 60_000;

/**
 * Tells when the data may be of an earlier time although nothing on this machine shows it: its drive was set back to a
 * snapshot, or copied whole. What such data holds as unsent may have been sent and paid for since; only the balance knows.
 *
 * A balance also falls where the account is used elsewhere. So it is looked at for a part of an earlier run alone, when
 * it is about to be sent, and says something only if it fell by what the part costs, beside what Winnow spent.
 */
export interface Doubts {
  /** How far the balance fell, where that could have paid for the part; null: nothing speaks against sending it. */
  about(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<number | null>;
  /** The user wants it sent. */
  settle(part: PartRow, event: PartEvent): void;
}

/** Doubts of a run that begins now: what is stored of balances is noted before anything reads them anew. */
export function createDoubts(options: {
  readonly records: Records;
  readonly accounts: Pick<AccountDirectory, "balance" | "refreshCredits">;
}): Doubts {
  const { records, accounts } = options;
  const earlier = new Set(records.active());
  const before = new Map(records.accountsAtWork().map((id) => [id, accounts.balance(id)]));
  /** By account: how far its balance fell by the first look at it, unless that could not be had. */
  const falls = new Map<string, Promise<number | null>>();
  const settled = new Set<string>();
  const keyOf = ({ cleaningId, ordinal }: PartRow) => `${cleaningId}/${ordinal}`;

  async function fallOf(accountId: string, signal: AbortSignal): Promise<number | null> {
    const stored = before.get(accountId) ?? null;
    if (stored === null) return 0;
    const read = await accounts.refreshCredits(accountId, signal);
    if (!read.ok) return null;
    const since = stored.readAt - COUNTED_WITHIN;
    const own = records
      .changedSince(accountId, since)
      .filter(({ record }) => record.startedAt === null || record.startedAt >= since)
      .reduce((sum, { record }) => sum + spentOn(record), 0);
    return Math.max(0, stored.credits - own - read.value);
  }

  return {
    async about({ id, account_id }, part, signal) {
      if (!earlier.has(id) || settled.has(keyOf(part))) return null;
      const asked = falls.get(account_id) ?? fallOf(account_id, signal);
      falls.set(account_id, asked);
      const fell = await asked;
      // A balance that cannot be read says nothing; the next part asks again.
      if (fell === null) falls.delete(account_id);
      else settled.add(keyOf(part));
      return fell !== null && fell >= part.record.addresses ? fell : null;
    },
    settle(part, { type }) {
      if (type === "user.agreed" || type === "user.sent_again") settled.add(keyOf(part));
    },
  };
}
