import type { AccountDirectory } from "../accounts/index.ts";
import { canBeSentAgain, canBeTriedAgain } from "./part/again.ts";
import { isSettled, mayBePaid, type PartRecord, promisedTo } from "./part/record.ts";
import type { Records } from "./records.ts";
import type { UnderWay } from "./start/under-way.ts";

/**
 * What the cleanings that are not over have been promised, and will bring home. One that is not watched has been
 * promised nothing: it takes its place again when it goes on.
 */
export function createPromises(
  records: Records,
  sharing: AccountDirectory["sharing"],
  /** Whether one in the bin cannot be brought back any more. */
  isHalfErased: (cleaningId: string) => boolean,
) {
  const open = () => records.active().flatMap((id) => records.cleaning(id) ?? []);
  return {
    /** Parts of the account's cleanings that may have been started and are not over. */
    verifying(accountId: string): number {
      return open()
        .filter((row) => row.account_id === accountId)
        .flatMap((row) => records.parts(row.id))
        .filter(({ record }) => !isSettled(record.state) && mayBePaid(record)).length;
    },
    /** Credits that parts of cleanings on the account's key have been agreed to and were not started with yet. */
    reserved(accountId: string): number {
      const accounts = sharing(accountId);
      return open()
        .filter((row) => accounts.includes(row.account_id) && row.watching)
        .flatMap((row) => records.parts(row.id))
        .filter(({ record }) => !isSettled(record.state) && record.startedAt === null)
        .reduce((sum, { record }) => sum + promisedTo(record), 0);
    },
    /** The scope's cleanings that are not over, with their parts by whether they come to their end unasked. */
    underWay(scope: string): UnderWay[] {
      const lost = records
        .failed(scope)
        .filter((id) => !isHalfErased(id))
        .flatMap((id) => records.cleaning(id) ?? []);
      return [...open().filter((row) => row.scope === scope), ...lost].map((row) => {
        const all = records.parts(row.id);
        const parts = all.filter(({ record }) => !isSettled(record.state));
        const moving = parts.filter(({ record }) => row.watching && !needsSomebody(record));
        return {
          listId: row.list_id,
          cleaningId: row.id,
          moving: moving.map(({ ordinal }) => ordinal),
          held: parts.filter((part) => !moving.includes(part)).map(({ ordinal }) => ordinal),
          paid: all.filter(({ record }) => isPaidAndLost(record)).map(({ ordinal }) => ordinal),
          inVain: all.filter(({ record }) => isPaidInVain(record)).map(({ ordinal }) => ordinal),
          isInBin: row.deleted_at !== null,
        };
      });
    },
  };
}

/** Over without its results, which may be had for nothing yet. */
function isPaidAndLost(record: PartRecord): boolean {
  return isSettled(record.state) && mayBePaid(record) && canBeTriedAgain(record);
}

/** The same where they cannot be had for nothing any more: a single check is answered once. */
function isPaidInVain(record: PartRecord): boolean {
  return isSettled(record.state) && mayBePaid(record) && !canBeTriedAgain(record) && canBeSentAgain(record);
}

function needsSomebody({ state }: PartRecord): boolean {
  return state.kind === "uncertain" || (state.kind === "waiting" && state.for !== "slot");
}
