import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import { SOURCE_CODE, VERDICT_CODE } from "../../../../../shared/verdicts.ts";
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
import { type Layout, openColumns } from "../../../store/index.ts";
import { foldedAt, foldedColumns, lookupKeysOf } from "../../../text/index.ts";
import { RESULT_COLUMNS } from "../../format.ts";
import { foldedAddresses } from "../../ingest/archive-part.ts";
import { type ResultTotals, readVerdicts, totalsOf, type VerdictColumns } from "../../results-store.ts";
import type { OpenCleaning } from "../opened.ts";
import type { CooperativeTask } from "../thread/steps.ts";

/**
 * Updates the present verdicts and which rows are suppressed. Fails with `store_corrupt` only if suppressed rows are to
 * be left out: viewing rows must still work.
 */
export function loadFacts(
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

/** Returns when mail to addresses last bounced, in Unix ms, 0 for never; empty if that can't be determined. */
export function bouncesNow(layout: Layout, addresses: readonly string[]): ArrayLike<number> {
  try {
    const found = hardBounces(layout, () => lookupKeysOf(foldedColumns(addresses)));
    return (found.ok ? found.value : null) ?? [];
  } catch {
    return [];
  }
}

/** No-op if nothing was imported since. Throws SQLite errors. */
function lookUp(cleaning: OpenCleaning, layout: Layout): Result<null> {
  const sources = cleaning.sources ?? sourcesNow(layout);
  if (cleaning.facts?.sources === sources) return ok(null);
  const people = suppressedPeople(layout);
  if (!people.ok) return people;
  const { list } = cleaning;
  const suppressed = suppressedAmong(
    people.value,
    list.addresses,
    (id) => foldedAt(cleaning.folded, id),
    list,
  );
  const bounces = hardBounces(layout, () => lookupKeysOf(cleaning.folded));
  if (!bounces.ok) return bounces;
  const { results, bounced } = presentVerdicts(cleaning.stored, bounces.value);
  const rows = rowsWith(cleaning, people.value, suppressed);
  cleaning.results = results;
  cleaning.facts = { sources, rows, suppressed, bounced };
  cleaning.cache.resultsChanged();
  return ok(null);
}

/**
 * Returns the present verdicts, and the addresses that bounced after theirs: these are undeliverable. `bounces` has the
 * time of each address's last bounce in Unix ms, 0 for none.
 */
function presentVerdicts(stored: VerdictColumns, bounces: Float64Array | null) {
  const bounced = bounces?.map((at, id) => (at > (stored.verifiedAt[id] ?? 0) ? 1 : 0));
  if (bounces === null || bounced?.includes(1) !== true) return { results: stored, bounced: null };
  const verdict = stored.verdict.slice();
  const source = stored.source.slice();
  const verifiedAt = stored.verifiedAt.slice();
  for (let id = 0; id < bounced.length; id++) {
    // Without a verdict, it is still counted as not verified.
    if (bounced[id] !== 1 || verdict[id] === 0) continue;
    verdict[id] = VERDICT_CODE.undeliverable;
    source[id] = SOURCE_CODE.bounced;
    verifiedAt[id] = bounces[id] ?? 0;
  }
  return { results: { ...stored, verdict, source, verifiedAt }, bounced: Uint8Array.from(bounced) };
}

/** Counts the present verdicts of a cleaning; the stored ones if imports can't be read. Throws SQLite errors. */
export function presentTotals(
  layout: Layout,
  { cleaningId, listId }: { cleaningId: string; listId: string },
): ResultTotals {
  const bounces = hardBounces(layout, () => lookupKeysOf(foldedAddresses(layout.list(listId))));
  const store = openColumns(layout.cleaning(cleaningId).results, { readonly: true });
  try {
    const stored = readVerdicts(store, store.read(RESULT_COLUMNS.verdict).length);
    const { verdict, source } = presentVerdicts(stored, bounces.ok ? bounces.value : null).results;
    return totalsOf(verdict, source, () => true);
  } finally {
    store.close();
  }
}

/** Returns the rows with a suppressed address. */
function rowsWith(
  cleaning: OpenCleaning,
  people: SuppressedPeople,
  addresses: Uint8Array | null,
): Uint8Array | null {
  if (people.isEmpty) return null;
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
  cleaning.erased = { stamp, rows: rowsWith(cleaning, people, addresses) };
}

function cellsOf(list: OpenCleaning["list"], row: number, column: number): string[] {
  const record = list.recordBytes(row);
  const corrected = list.corrected(row, record);
  return [record, ...(corrected === null ? [] : [corrected])].map((one) => list.cellsOf(one)[column] ?? "");
}

/** Returns whether the row's address cell contains a suppressed address; false if that was not looked up. */
export function isSuppressed({ facts }: OpenCleaning, row: number): boolean {
  return facts?.rows?.[row] === 1;
}

const ROWS_IN_STEP = 50_000;

/**
 * Writes the unsuppressed people in the rows of `mask` to `target`; only counts them if it is `null`. With
 * `skipsInvalid`, people named by invalid cells are left out: nothing is known of them.
 */
export function* suppressRows(
  cleaning: OpenCleaning,
  layout: Layout,
  { mask, target, skipsInvalid }: { mask: Uint8Array; target: string | null; skipsInvalid: boolean },
): CooperativeTask<Result<PeopleOfRows>> {
  const known = suppressedPeople(layout);
  if (!known.ok) return fail(known.problem);
  const gathered = gatherEntries(known.value);
  const { list, folded, unusable } = cleaning;
  for (let row = 0; row < mask.length; row++) {
    if (row % ROWS_IN_STEP === 0) yield;
    if (mask[row] !== 1) continue;
    const address = list.rowAddress[row] ?? -1;
    if (address < 0) gathered.cells(skipsInvalid ? [] : [unusable.get(row) ?? ""]);
    else gathered.address(foldedAt(folded, address));
  }
  const counted = gathered.counted();
  if (target === null || counted.addresses === 0) return ok({ ...counted, written: null });
  const written = writeFacts(target, suppressing(gathered.fresh));
  return written.ok ? ok({ ...counted, written: written.value }) : fail(written.problem);
}
