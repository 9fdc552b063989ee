import type { Problem } from "../../../../shared/problems.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import { unlessAborted } from "../../closing.ts";
import type { PartEvent } from "../part/events.ts";
import type { CleaningRow, PartRow } from "../rows.ts";
import { keyOf } from "./part-key.ts";

/**
 * What the balance says of a part that is about to be sent. `unread`: it could not be read, and nothing is known; `fell`:
 * it fell between two runs, by so much that this may be what the part cost.
 */
export type Doubt =
  | { readonly kind: "none" }
  | { readonly kind: "unread"; readonly why: Problem }
  | { readonly kind: "fell"; readonly credits: number };

/**
 * Tells when the data may be of an earlier time although nothing on this machine shows it: its drive was set back to a
 * snapshot, or copied whole. What such data holds as unsent may have been sent and paid for since; only the balance knows.
 *
 * - Compared are the balance that the data holds from an earlier run, less what Winnow spent since by the same data, and
 *   the first that is read in this run. What is missing is a fall, and is noted when it is read (accounts/balances.ts).
 * - A part is in doubt when a fall that was noted after its price was agreed to could have paid for it, in whichever run
 *   that was noted, and whether the part was under way then or is tried again. It is asked for before it is first sent,
 *   whenever it is to be sent again, and before it is started: its list may have vanished at the service after it was
 *   paid for, and one that is there unstarted may have been sent once more without it, to leave somebody out.
 * - It may have cost less than its addresses: who was known or suppressed by then, and what the service counts as one, was
 *   not paid for. A fall that is a small share of them says nothing.
 * - A balance that cannot be read says nothing, so nothing is sent until it can be.
 * - A yes of the user's to that part's price settles the falls before it.
 *
 * A balance also falls where the account is used elsewhere, and then a part is asked about for nothing. Several falls are
 * not added up, and none counts that was seen while Winnow ran. Credits that were bought in between hide a
 * fall, and so does a service that has not counted yet, at the first look, what it charged for.
 */
export interface Doubts {
  about(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<Doubt>;
  /** The user wants it sent. */
  settle(part: PartRow, event: PartEvent): void;
}

/** The least share of a part's addresses whose price may have been what the part cost. */
const LEAST_SHARE = 0.1;

/** Doubts of a run that begins now. */
export function createDoubts({
  accounts,
}: {
  readonly accounts: Pick<AccountDirectory, "falls" | "refreshCredits">;
}): Doubts {
  const { falls } = accounts;
  /** By account: parts that are to be sent at the same time share one look at its balance. */
  const looking = new Map<string, ReturnType<typeof accounts.refreshCredits>>();
  const settled = new Set<string>();
  const keyFor = ({ cleaningId, ordinal }: PartRow) => keyOf(cleaningId, ordinal);

  /** It is ended for none of those who share it: who does not want it any more does not wait for it. */
  function look(accountId: string) {
    const asked =
      looking.get(accountId) ?? accounts.refreshCredits(accountId).finally(() => looking.delete(accountId));
    looking.set(accountId, asked);
    return asked;
  }

  return {
    async about({ account_id }, part, signal) {
      if (settled.has(keyFor(part))) return { kind: "none" };
      if (!falls.isCompared(account_id)) {
        const read = await unlessAborted(signal, look(account_id));
        if (!read.ok) return { kind: "unread", why: read.problem };
      }
      const credits = falls.greatestAfter(account_id, part.record.falls);
      return credits > 0 && credits >= part.record.addresses * LEAST_SHARE
        ? { kind: "fell", credits }
        : { kind: "none" };
    },
    settle(part, { type }) {
      if (type === "user.agreed" || type === "user.sent_again") settled.add(keyFor(part));
    },
  };
}
