import { closeSync, fsyncSync, openSync, statSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { verdictCountsSchema } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  FLAG_BIT,
  type Flag,
  SOURCE_CODE,
  VERDICT_CODE,
  type Verdict,
  type VerdictCounts,
} from "../../../../shared/verdicts.ts";
import { openArchive } from "../../ledger/index.ts";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import { type FoldedText, indexAddresses } from "../../text/index.ts";
import { RESULT_COLUMNS } from "../format.ts";
import {
  createTables,
  emptyResults,
  missingResultsProblem,
  type ResultColumns,
  readResults,
  totalsOf,
  writeResults,
} from "../results-store.ts";
import { archiveCleaning, archivePart, foldedAddresses, storeAssumedTime } from "./archive-part.ts";
import { MAX_RESULTS_BYTES } from "./file-verdicts.ts";
import { type ParseCounts, type ParseOptions, parseResults } from "./parse-results.ts";

export interface IngestInput {
  readonly list: ListLayout;
  readonly results: string;
  readonly archive: string;
  readonly scope: string;
  readonly cleaningId: string;
  readonly ordinal: number;
  readonly addresses?: number;
  readonly download: string;
  /** Result of a single check, for which there is no file. */
  readonly answer?: SingleAnswer | null;
  /** Number of addresses that the service says it verified; `null` if unknown. */
  readonly expectedTotal: number | null;
  /** Number of earlier incomplete fetches; absent to accept an incomplete file at once. */
  readonly shortFetches?: number;
  /** The part was ingested before: only fill in its missing addresses. */
  readonly fillMissingOnly?: boolean;
  readonly source?: "service" | "imported";
  /** Time for verdicts without one or with one in the future, in Unix ms. */
  readonly now?: number;
  /** Time of undated verdicts in an imported file, in Unix ms. */
  readonly assumedAt?: number | undefined;
}

/** Verdict of a single check. `at` is in Unix ms. */
export interface SingleAnswer {
  readonly verdict: Verdict;
  readonly flags: readonly Flag[];
  readonly at: number;
}

const outcomeSchema = z.object({
  /** Distinct addresses per verdict; missing ones count as unknown. */
  counts: verdictCountsSchema,
  received: z.int(),
  missing: z.int(),
  unexpected: z.int(),
  unknownVerdicts: z.int(),
});
export interface IngestOutcome {
  readonly counts: VerdictCounts;
  readonly received: number;
  readonly missing: number;
  readonly unexpected: number;
  readonly unknownVerdicts: number;
  /** The file was incomplete and not ingested; fetch it again. */
  readonly isShort?: boolean;
}

/**
 * Ingests the results of one part into `results.db` (one transaction), then into the archive. Idempotent. Addresses
 * that did not come back become `unknown` with source `missing`, unless `shortFetches` requires another fetch first.
 * Fails with `results_incomplete`, `results_foreign`, `service_nonsense`, `file_missing`, `file_too_large`,
 * `disk_full`, or `store_corrupt` (`results.db` is missing or doesn't match the part); nothing is ingested then.
 */
export async function ingest(input: IngestInput): Promise<Result<IngestOutcome>> {
  const missing = missingResultsProblem(input.results);
  if (missing !== null) return fail(missing);
  const folded = foldedAddresses(input.list);
  const store = openColumns(input.results, { readonly: false, mustExist: true });
  try {
    store.db.pragma("busy_timeout = 60000");
    createTables(store);
    const earlier = earlierOutcome(store, input.ordinal);
    if (earlier !== null && input.fillMissingOnly === true) return await fillMissing(input, store, folded);
    const outcome = earlier === null ? await ingestPart(input, store, folded) : ok(earlier);
    if (outcome.ok && earlierOutcome(store, input.ordinal) !== null) storeAssumed(input, store, folded);
    return outcome;
  } finally {
    store.close();
  }
}

/** Returns the stored outcome of an ingested part; `null` if it was not ingested. */
function earlierOutcome(store: ColumnStore, ordinal: number): IngestOutcome | null {
  const row = store.db.prepare("SELECT outcome FROM ingested WHERE ordinal = ?").get(ordinal);
  if (row === undefined) return null;
  return outcomeSchema.parse(JSON.parse(z.object({ outcome: z.string() }).parse(row).outcome));
}

async function fillMissing(
  input: IngestInput,
  store: ColumnStore,
  folded: FoldedText,
): Promise<Result<IngestOutcome>> {
  const { fate } = readResults(store, folded.ends.length);
  const ofPart = (address: number) => fate[address] === input.ordinal;
  const found = emptyResults(folded.ends.length);
  const read = await readFileInto(found, input, folded, ofPart);
  if (!read.ok) return read;
  if (isForeignFile(read.value, folded.ends.length, ofPart)) {
    const { received, unexpected } = read.value;
    return fail(problem("results_foreign", { own: received, foreign: unexpected }));
  }
  const outcome = store.transaction(() => {
    const columns = readResults(store, folded.ends.length);
    const now = input.now ?? Date.now();
    for (let address = 0; address < folded.ends.length; address++) {
      const isNew = columns.source[address] === SOURCE_CODE.missing && found.source[address] !== 0;
      if (!isNew || !ofPart(address)) continue;
      setResult(columns, found, address, SOURCE_CODE.service, now);
      // This file is not kept; the part's own file is the first one.
      columns.rawStart[address] = 0;
      columns.rawLength[address] = 0;
    }
    const filled: IngestOutcome = {
      ...totalsOf(columns.verdict, columns.source, ofPart),
      ...read.value,
    };
    writeResults(store, columns);
    store.db
      .prepare("UPDATE ingested SET outcome = ? WHERE ordinal = ?")
      .run(JSON.stringify(filled), input.ordinal);
    return filled;
  });
  const archive = openArchive(input.archive);
  try {
    const { cleaningId: id, scope } = input;
    archive.replaceCleaning(id, (archive) =>
      archiveCleaning(archive, input.list, input.results, { id, scope }),
    );
  } finally {
    archive.close();
  }
  return ok(outcome);
}

/** Refetches of a file that lacks a few addresses: some services omit some for good. */
const MAX_REFETCHES_FEW_MISSING = 2;
/** Refetches of a file that lacks many: it may be incomplete for about four minutes. */
const MAX_REFETCHES_MANY_MISSING = 8;

function isFetchedAgain(missing: number, received: number, { shortFetches }: IngestInput): boolean {
  if (missing === 0 || shortFetches === undefined) return false;
  return shortFetches < (missing * 10 <= received ? MAX_REFETCHES_FEW_MISSING : MAX_REFETCHES_MANY_MISSING);
}

async function ingestPart(
  input: IngestInput,
  store: ColumnStore,
  folded: FoldedText,
): Promise<Result<IngestOutcome>> {
  const fate = store.read(RESULT_COLUMNS.fate);
  const ofPart = (address: number) => fate[address] === input.ordinal;
  // Addresses not assigned to the part would be dropped silently, not counted as missing.
  if (fate.length !== folded.ends.length || !isWhole(fate, input))
    return fail(problem("store_corrupt", { path: input.results }));
  const found = emptyResults(folded.ends.length);
  const unexpected: [start: number, end: number][] = [];
  const read =
    input.answer == null
      ? await readFileInto(found, input, folded, ofPart, (start, end) => unexpected.push([start, end]))
      : ok(readAnswerInto(found, input.answer, fate.indexOf(input.ordinal)));
  if (!read.ok) return read;
  if (input.source !== "imported" && isForeignFile(read.value, folded.ends.length, ofPart)) {
    const { received, unexpected: foreign } = read.value;
    return fail(problem("results_foreign", { own: received, foreign }));
  }
  const taken = store.transaction(() => {
    const again = earlierOutcome(store, input.ordinal);
    if (again !== null) return again;
    const columns = readResults(store, folded.ends.length);
    const now = input.now ?? Date.now();
    if (input.assumedAt !== undefined) storeAssumedTime(store, input.assumedAt);
    for (let address = 0; address < folded.ends.length; address++) {
      if (ofPart(address)) setResult(columns, found, address, SOURCE_CODE[input.source ?? "service"], now);
    }
    const totals = totalsOf(columns.verdict, columns.source, ofPart);
    const outcome: IngestOutcome = { ...totals, ...read.value };
    if (isFetchedAgain(outcome.missing, outcome.received, input)) return { ...outcome, isShort: true };
    writeResults(store, columns);
    store.db
      .prepare("INSERT INTO ingested (ordinal, outcome, taken_at) VALUES (?, ?, ?)")
      .run(input.ordinal, JSON.stringify(outcome), now);
    return outcome;
  });
  // While an address is missing, one of these records may be its result in another spelling.
  if (taken.missing === 0) blankRecords(input.download, unexpected);
  return ok(taken);
}

/** Overwrites records of people who were not asked for: nothing of them is kept. Throws file system errors. */
function blankRecords(path: string, records: readonly (readonly [start: number, end: number])[]): void {
  if (records.length === 0) return;
  const file = openSync(path, "r+");
  try {
    for (const [start, end] of records)
      writeSync(file, Buffer.alloc(end - start, " "), 0, end - start, start);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isWhole(fate: Uint16Array, { ordinal, addresses }: IngestInput): boolean {
  if (addresses === undefined) return true;
  let ofPart = 0;
  for (const one of fate) if (one === ordinal) ofPart++;
  return ofPart === addresses;
}

/** Returns whether most addresses are missing and others came instead. A few of either are normal. */
function isForeignFile(
  { received, unexpected }: ParseCounts,
  addresses: number,
  ofPart: (address: number) => boolean,
): boolean {
  if (unexpected <= received) return false;
  let asked = 0;
  for (let address = 0; address < addresses; address++) if (ofPart(address)) asked++;
  return received * 2 < asked;
}

async function readFileInto(
  found: ResultColumns,
  input: IngestInput,
  folded: FoldedText,
  ofPart: (address: number) => boolean,
  onUnexpected: NonNullable<ParseOptions["onUnexpected"]> = () => undefined,
): Promise<Result<ParseCounts>> {
  const index = indexAddresses(folded, ofPart);
  const size = statSync(input.download, { throwIfNoEntry: false })?.size;
  if (size === undefined) return fail(problem("file_missing", { path: input.download }));
  if (size > MAX_RESULTS_BYTES) {
    const name = basename(input.download);
    return fail(problem("file_too_large", { name, why: "results" }));
  }
  const bytes = await readFile(input.download);
  return parseResults(bytes, index, found, {
    expectedTotal: input.expectedTotal,
    onlyVerdicts: input.source === "imported",
    onUnexpected,
  });
}

function readAnswerInto(found: ResultColumns, answer: SingleAnswer, address: number): ParseCounts {
  found.verdict[address] = VERDICT_CODE[answer.verdict];
  found.flags[address] = answer.flags.reduce((bits, flag) => bits | FLAG_BIT[flag], 0);
  found.verifiedAt[address] = answer.at;
  found.source[address] = SOURCE_CODE.service;
  return { received: 1, unexpected: 0, unknownVerdicts: 0 };
}

function setResult(
  columns: ResultColumns,
  found: ResultColumns,
  address: number,
  source: number,
  now: number,
): void {
  const hasResult = found.source[address] !== 0;
  columns.verdict[address] = hasResult ? (found.verdict[address] ?? 0) : VERDICT_CODE.unknown;
  columns.flags[address] = found.flags[address] ?? 0;
  columns.verifiedAt[address] = Math.min(found.verifiedAt[address] ?? 0, now);
  columns.source[address] = hasResult ? source : SOURCE_CODE.missing;
  columns.rawStart[address] = found.rawStart[address] ?? 0;
  columns.rawLength[address] = found.rawLength[address] ?? 0;
}

function storeAssumed(input: IngestInput, store: ColumnStore, folded: FoldedText): void {
  const archive = openArchive(input.archive);
  try {
    archivePart(archive, { ...input, now: input.now ?? Date.now() }, store, folded);
  } finally {
    archive.close();
  }
}
