import { canBeSentAgain, canBeTriedAgain } from "./part/again.ts";
import { isSettled, mayBePaid, type PartRecord, promisedTo } from "./part/record.ts";
import type { Records } from "./records.ts";
import type { CleaningRow } from "./rows.ts";
import type { Holder } from "./start/held-in.ts";
import type { UnderWay } from "./start/under-way.ts";

/**
 * What the cleanings that are not over have been promised, and will bring home. One that is not watched has been
 * promised nothing: it takes its place again when it goes on.
 */
export function createPromises(records: Records) {
  const open = () => records.active().flatMap((id) => records.cleaning(id) ?? []);
  const openIn = (scope: string) => open().filter((row) => row.scope === scope);
  const lostIn = (scope: string) => records.failed(scope).flatMap((id) => records.cleaning(id) ?? []);
  return {
    /** Credits that parts of the account's cleanings have been agreed to and were not started with yet. */
    reserved(accountId: string): number {
      return open()
        .filter((row) => row.account_id === accountId && row.watching)
        .flatMap((row) => records.parts(row.id))
        .filter(({ record }) => !isSettled(record.state) && record.startedAt === null)
        .reduce((sum, { record }) => sum + promisedTo(record), 0);
    },
    /** The scope's cleanings that are not over, with their parts by whether they come to their end unasked. */
    underWay(scope: string): UnderWay[] {
      return [...openIn(scope), ...lostIn(scope)].map((row) => {
        const all = records.parts(row.id);
        const parts = all.filter(({ record }) => !isSettled(record.state));
        const moving = parts.filter(({ record }) => row.watching && !needsSomebody(record));
        return {
          listId: row.list_id,
          cleaningId: row.id,
          moving: moving.map(({ ordinal }) => ordinal),
          held: parts.filter((part) => !moving.includes(part)).map(({ ordinal }) => ordinal),
          paid: all
            .filter(({ record }) => isPaidAndLost(record) || isPaidInVain(record))
            .map(({ ordinal }) => ordinal),
        };
      });
    },
    /** What an address of the scope may be paid for in without a verdict of it, the surest first. */
    holders(scope: string): Holder[] {
      const holding = (why: Holder["why"], row: CleaningRow, holds: (record: PartRecord) => boolean) => ({
        listId: row.list_id,
        cleaningId: row.id,
        name: row.name,
        why,
        parts: records.parts(row.id).flatMap(({ ordinal, record }) => (holds(record) ? [ordinal] : [])),
      });
      const moves = (row: CleaningRow, record: PartRecord) => row.watching && !needsSomebody(record);
      const isOpen = ({ state }: PartRecord) => !isSettled(state);
      const rows = openIn(scope);
      return [
        ...rows.map((row) => holding("under_way", row, (part) => isOpen(part) && moves(row, part))),
        // Of one that was checked alone and not answered it is known when: see run/sent-checks.ts.
        ...rows.map((row) =>
          holding(
            "waits",
            row,
            (part) => isOpen(part) && !part.single && !moves(row, part) && mayBePaid(part),
          ),
        ),
        ...lostIn(scope).map((row) => holding("lost", row, (part) => !part.single && isPaidAndLost(part))),
      ].filter(({ parts }) => parts.length > 0);
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
