import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Problem, problem } from "../../../shared/problems.ts";
import { emptyVerdictCounts, SOURCE_CODE, type VerdictCounts, verdictOf } from "../../../shared/verdicts.ts";
import { type ColumnStore, openColumns, writeColumns } from "../store/index.ts";
import { FATE, RESULT_COLUMNS } from "./format.ts";

/** Verdict columns over the list's distinct addresses; see format.ts. */
export interface VerdictColumns {
  fate: Uint16Array;
  verdict: Uint8Array;
  flags: Uint8Array;
  verifiedAt: Float64Array;
  source: Uint8Array;
}

/** Byte ranges of the service's original lines in the downloaded part files. */
export interface LineRanges {
  rawStart: Uint32Array;
  rawLength: Uint32Array;
}

export interface ResultColumns extends VerdictColumns, LineRanges {}

/** Verdicts known before the cleaning started; only meaningful where the fate is `known`. */
export interface CachedVerdicts {
  readonly verdict: Uint8Array;
  readonly flags: Uint8Array;
  readonly verifiedAt: Float64Array;
  readonly source: Uint8Array;
}

/** Initial state of a cleaning's addresses, before anything is sent. */
export interface InitialResults {
  readonly fate: Uint16Array;
  readonly known: CachedVerdicts | null;
}

/** Creates `results.db` atomically, with fates and known verdicts. Throws file system errors. */
export function createResults(path: string, start: InitialResults): void {
  const columns = emptyResults(start.fate.length);
  columns.fate.set(start.fate);
  if (start.known !== null) fillKnown(columns, start.known);
  writeColumns(path, (store) => {
    createTables(store);
    writeResults(store, columns);
    store.put(RESULT_COLUMNS.fate, columns.fate);
  });
}

function fillKnown(columns: ResultColumns, known: CachedVerdicts): void {
  for (let address = 0; address < columns.fate.length; address++) {
    if (columns.fate[address] !== FATE.known) continue;
    columns.verdict[address] = known.verdict[address] ?? 0;
    columns.flags[address] = known.flags[address] ?? 0;
    columns.verifiedAt[address] = known.verifiedAt[address] ?? 0;
    columns.source[address] = sourceOfKnown(known.source[address] ?? 0);
  }
}

/** Archived verdicts count as `known` regardless of their original source, except bounces and dead domains. */
function sourceOfKnown(source: number): number {
  return source === SOURCE_CODE.bounced || source === SOURCE_CODE.dead_domain ? source : SOURCE_CODE.known;
}

export function createTables(store: ColumnStore): void {
  store.db.exec(`
    CREATE TABLE IF NOT EXISTS ingested (
      ordinal INTEGER PRIMARY KEY, outcome TEXT NOT NULL, taken_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS override_steps (
      id INTEGER PRIMARY KEY, decision TEXT CHECK (decision IN ('keep', 'drop')), reason TEXT NOT NULL,
      rows BLOB NOT NULL, undone INTEGER NOT NULL DEFAULT 0
    ) STRICT;
  `);
}

export function emptyResults(addresses: number): ResultColumns {
  return { ...readVerdicts(null, addresses), ...readLineRanges(null, addresses) };
}

/** Reads all result columns in one transaction. Columns that don't exist yet are empty. */
export function readResults(store: ColumnStore, addresses: number): ResultColumns {
  return store.atOnce(() => ({ ...readVerdicts(store, addresses), ...readLineRanges(store, addresses) }));
}

/** Reads only the verdict columns. They are empty if `store` is `null`. */
export function readVerdicts(store: ColumnStore | null, addresses: number): VerdictColumns {
  const { fate, verdict, flags, verifiedAt, source } = RESULT_COLUMNS;
  const read = () => ({
    fate: store?.get(fate) ?? new Uint16Array(addresses),
    verdict: store?.get(verdict) ?? new Uint8Array(addresses),
    flags: store?.get(flags) ?? new Uint8Array(addresses),
    verifiedAt: store?.get(verifiedAt) ?? new Float64Array(addresses),
    source: store?.get(source) ?? new Uint8Array(addresses),
  });
  return store === null ? read() : store.atOnce(read);
}

/** Reads only the line ranges. They are empty if `store` is `null`. */
export function readLineRanges(store: ColumnStore | null, addresses: number): LineRanges {
  const { rawStart, rawLength } = RESULT_COLUMNS;
  const read = () => ({
    rawStart: store?.get(rawStart) ?? new Uint32Array(addresses),
    rawLength: store?.get(rawLength) ?? new Uint32Array(addresses),
  });
  return store === null ? read() : store.atOnce(read);
}

/** Writes all columns except the fates. Call it in a transaction. */
export function writeResults(store: ColumnStore, columns: ResultColumns): void {
  store.put(RESULT_COLUMNS.verdict, columns.verdict);
  store.put(RESULT_COLUMNS.flags, columns.flags);
  store.put(RESULT_COLUMNS.verifiedAt, columns.verifiedAt);
  store.put(RESULT_COLUMNS.source, columns.source);
  store.put(RESULT_COLUMNS.rawStart, columns.rawStart);
  store.put(RESULT_COLUMNS.rawLength, columns.rawLength);
}

/** Distinct addresses per verdict (missing ones count as unknown), and the number of missing ones. */
export interface ResultTotals {
  readonly counts: VerdictCounts;
  readonly missing: number;
}

/** Counts the verdicts of the addresses for which `wanted` returns true. */
export function totalsOf(
  verdicts: Uint8Array,
  sources: Uint8Array,
  wanted: (address: number) => boolean,
): ResultTotals {
  const counts = emptyVerdictCounts();
  let missing = 0;
  for (let address = 0; address < verdicts.length; address++) {
    const verdict = verdictOf(verdicts[address] ?? 0);
    if (verdict === null || !wanted(address)) continue;
    counts[verdict]++;
    if (sources[address] === SOURCE_CODE.missing) missing++;
  }
  return { counts, missing };
}

/** Returns a problem if `results.db` or the whole data folder is missing, else `null`. */
export function missingResultsProblem(path: string): Problem | null {
  if (existsSync(path)) return null;
  const cleanings = dirname(dirname(path));
  return existsSync(cleanings)
    ? problem("store_corrupt", { path, missing: true })
    : problem("store_gone", { dir: dirname(cleanings) });
}

/** Returns whether `results.db` contains part `ordinal`, regardless of the part's stored state. */
export function isIngested(path: string, ordinal: number): boolean {
  if (!existsSync(path)) return false;
  const { db, close } = openColumns(path, { readonly: true });
  try {
    return db.prepare("SELECT 1 FROM ingested WHERE ordinal = ?").get(ordinal) !== undefined;
  } finally {
    close();
  }
}
