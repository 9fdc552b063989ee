import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import {
  containsSuppressed,
  erasedOnly,
  erasedStamp,
  findSuppression,
  gatherEntries,
  hardBounces,
  type PeopleOfRows,
  type SuppressedPeople,
  type SuppressionReason,
  sourcesNow,
  suppressedAmong,
  suppressedPeople,
  suppressing,
  writeFacts,
} from "../../../memory/index.ts";
import type { Layout } from "../../../store/index.ts";
import { foldedAt, lookupKeysOf } from "../../../text/index.ts";
import type { OpenCleaning } from "../opened.ts";
import type { CooperativeTask } from "../thread/steps.ts";

/**
 * Updates which rows are suppressed, or bounced after their verdict. Fails with `store_corrupt` only if they are to be
 * left out: viewing rows must still work.
 */
export function loadSuppressed(
  cleaning: OpenCleaning,
  layout: Layout,
  { leaveOutSuppressed }: Pick<ResultFilter, "leaveOutSuppressed"> = {},
): Result<null> {
  if (leaveOutSuppressed === true) return lookUp(cleaning, layout);
  try {
    lookUp(cleaning, layout);
  } catch {
    // Show the rows without the suppressed mark.
  }
  return ok(null);
}

/** Returns why addresses are suppressed now; empty if that can't be determined, so that viewing still works. */
export function suppressedNow(
  layout: Layout,
  addresses: readonly string[],
): readonly (SuppressionReason | null)[] {
  try {
    const found = addresses.length === 0 ? null : findSuppression(layout, addresses);
    return found?.ok ? found.value : [];
  } catch {
    return [];
  }
}

/** No-op if the lists have not changed since. Throws SQLite errors. */
function lookUp(cleaning: OpenCleaning, layout: Layout): Result<null> {
  const lists = cleaning.sources ?? sourcesNow(layout);
  if (cleaning.suppressed?.lists === lists) return ok(null);
  const people = suppressedPeople(layout);
  if (!people.ok) return people;
  const { list, results } = cleaning;
  const addresses = suppressedAmong(
    people.value,
    list.addresses,
    (id) => foldedAt(cleaning.folded, id),
    list,
  );
  const bounced = hardBounces(layout, () => lookupKeysOf(cleaning.folded));
  if (!bounced.ok) return bounced;
  const since = bounced.value?.map((at, id) => (at > (results.verifiedAt[id] ?? 0) ? 1 : 0)) ?? null;
  const rows = rowsWith(cleaning, people.value, addresses, since);
  cleaning.suppressed = { lists, rows };
  cleaning.cache.suppressedChanged();
  return ok(null);
}

/** Returns the rows with an address that is suppressed, or that bounced after its verdict. */
function rowsWith(
  cleaning: OpenCleaning,
  people: SuppressedPeople,
  addresses: Uint8Array | null,
  bounced: Float64Array | null,
): Uint8Array | null {
  if (people.isEmpty && bounced === null) return null;
  const { list, unusable } = cleaning;
  const column = list.meta.addressColumn ?? 0;
  const rows = new Uint8Array(list.rows);
  let some = false;
  for (let row = 0; row < rows.length; row++) {
    const address = list.rowAddress[row] ?? -1;
    const isOne =
      address < 0
        ? containsSuppressed(people, unusable.get(row) ?? "")
        : addresses?.[address] === 1 ||
          bounced?.[address] === 1 ||
          // The cell may contain other addresses, which are exported with the row.
          (list.cellDiffers(row) &&
            cellsOf(list, row, column).some((cell) => containsSuppressed(people, cell)));
    if (!isOne) continue;
    rows[row] = 1;
    some = true;
  }
  return some ? rows : null;
}

/** Updates which rows name people who were erased. No-op if no one was erased since. Throws if that can't be read. */
export function loadErased(cleaning: OpenCleaning, layout: Layout): void {
  const stamp = erasedStamp(layout);
  if (cleaning.erased?.stamp === stamp) return;
  const people = erasedOnly(layout);
  const { list } = cleaning;
  const addresses = suppressedAmong(people, list.addresses, (id) => foldedAt(cleaning.folded, id), list);
  cleaning.erased = { stamp, rows: rowsWith(cleaning, people, addresses, null) };
}

function cellsOf(list: OpenCleaning["list"], row: number, column: number): string[] {
  const record = list.recordBytes(row);
  const corrected = list.corrected(row, record);
  return [record, ...(corrected === null ? [] : [corrected])].map((one) => list.cellsOf(one)[column] ?? "");
}

/** Returns whether the row's address cell contains a suppressed address; false if that was not looked up. */
export function isSuppressed({ suppressed }: OpenCleaning, row: number): boolean {
  return suppressed?.rows?.[row] === 1;
}

const ROWS_IN_STEP = 50_000;

/** Writes the unsuppressed people in the rows of `mask` to `target`; only counts them if it is `null`. */
export function* suppressRows(
  cleaning: OpenCleaning,
  layout: Layout,
  { mask, target }: { mask: Uint8Array; target: string | null },
): CooperativeTask<Result<PeopleOfRows>> {
  const known = suppressedPeople(layout);
  if (!known.ok) return fail(known.problem);
  const gathered = gatherEntries(known.value);
  const { list, folded, unusable } = cleaning;
  for (let row = 0; row < mask.length; row++) {
    if (row % ROWS_IN_STEP === 0) yield;
    if (mask[row] !== 1) continue;
    const address = list.rowAddress[row] ?? -1;
    if (address < 0) gathered.cells([unusable.get(row) ?? ""]);
    else gathered.address(foldedAt(folded, address));
  }
  const counted = gathered.counted();
  if (target === null || counted.addresses === 0) return ok({ ...counted, written: null });
  const written = writeFacts(target, suppressing(gathered.fresh));
  return written.ok ? ok({ ...counted, written: written.value }) : fail(written.problem);
}
