import type { Result } from "../../../shared/result.ts";
import type { AccountDirectory } from "../accounts/index.ts";
import type { Clock } from "../handlers.ts";
import { LOOK_AGAIN } from "./pace.ts";
import type { PartRow, Records } from "./records.ts";

/** Which parts the credits of an account suffice for. Two parts never count on the same ones. */
export interface Credits {
  /** The account's credits, when parts of it wait for more and these do not suffice either; else null. */
  shortOf(accountId: string, needed: number): number | null;
  /** The parts, oldest first, that wait for credits and that the credits last read suffice for. */
  affordable(accountId: string): PartRow[];
  /** Reads the balance, unless it was read a moment ago: many waiting parts ask once. */
  look(accountId: string): Promise<void>;
}

/** Credits by what is stored of accounts and parts. */
export function createCredits(options: {
  readonly records: Records;
  readonly accounts: AccountDirectory;
  readonly clock: Clock;
}): Credits {
  const { records, accounts, clock } = options;
  const lookedAt = new Map<string, number>();
  const looking = new Map<string, Promise<Result<number>>>();

  function partsOf(accountId: string): PartRow[] {
    return records
      .active()
      .filter((id) => records.cleaning(id)?.account_id === accountId)
      .flatMap((id) => records.parts(id));
  }

  const waits = ({ record: { state } }: PartRow) => state.kind === "waiting" && state.for === "credits";
  /** On its way to a start that was not charged yet. */
  const claims = ({ record: { state, startedAt } }: PartRow) =>
    startedAt === null && (state.kind === "preparing" || state.kind === "ready" || state.kind === "starting");

  return {
    shortOf(accountId, needed) {
      const credits = accounts.credits(accountId);
      if (credits === null || credits >= needed) return null;
      return partsOf(accountId).some(waits) ? credits : null;
    },
    affordable(accountId) {
      const credits = accounts.credits(accountId);
      if (credits === null) return [];
      const parts = partsOf(accountId);
      const waiting = parts.filter(waits);
      if (waiting.length === 0) return [];
      let left = credits - parts.filter(claims).reduce((sum, { record }) => sum + record.addresses, 0);
      const enough: PartRow[] = [];
      for (const part of waiting) {
        if (part.record.addresses > left) continue;
        left -= part.record.addresses;
        enough.push(part);
      }
      return enough;
    },
    async look(accountId) {
      const at = lookedAt.get(accountId);
      if (at !== undefined && clock.monotonic() - at < LOOK_AGAIN / 2) return;
      const asked = looking.get(accountId) ?? accounts.refreshCredits(accountId);
      looking.set(accountId, asked);
      const answer = await asked;
      looking.delete(accountId);
      if (answer.ok) lookedAt.set(accountId, clock.monotonic());
    },
  };
}
