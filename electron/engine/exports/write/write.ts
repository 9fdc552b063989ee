import { closeSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  ColumnTooVaried,
  loadFilterInputs,
  missingResultsProblem,
  type OpenCleaning,
  openCleaning,
  rowAccountSync,
  selectRows,
} from "../../results/index.ts";
import { layoutOf, type Task } from "../../store/index.ts";
import { commitFile } from "../files/atomic-write.ts";
import { createByteSink } from "../files/byte-sink.ts";
import { checkTarget, writeProblem } from "../files/place.ts";
import { isEncoding } from "../formats/csv.ts";
import { ZipTooLarge } from "../formats/zip.ts";
import type { WriteInput, WriteOutcome, WriteProgress } from "../types.ts";
import { writeSplit } from "./split.ts";
import { type WriteRequest, writeRows } from "./write-rows.ts";

/** Minimum interval of progress events in ms. */
const PROGRESS_INTERVAL_MS = 100;

/** A file with more than this many times the new rows is not replaced without consent. */
const MAX_SHRINKAGE = 10;

/** Writes an export atomically: to `temporary`, synced, then moved into target. */
export const writeTask: Task<WriteInput, WriteOutcome> = async (input, context) => {
  const { request, target } = input;
  const admitted = checkTarget(target);
  // The file may be from an earlier, crashed run: compare its bytes later.
  const mayBeOurs = input.acceptIdentical === true && !admitted.ok && admitted.problem.code === "out_exists";
  if (!admitted.ok && !mayBeOurs) return admitted;
  const unknown = unknownEncoding(request);
  if (unknown !== null) return fail(unknown);
  const missing = missingResultsProblem(input.results);
  if (missing !== null) return fail(missing);
  const cleaning = openCleaning(input.list, input.results, {
    readonly: true,
    journal: layoutOf(input.dataDir).journal,
    lazy: true,
    encoding: request.readAs,
  });
  try {
    const unclear = unclearWords(request, cleaning.list.meta);
    if (unclear !== null) return fail(unclear);
    const loaded = loadFilterInputs(cleaning, layoutOf(input.dataDir), request.filter);
    if (!loaded.ok) return loaded;
    const rows = selectRows(cleaning, request.filter, request.sort);
    const account = rowAccountSync(cleaning, request.filter);
    const { shown = rows.length } = request;
    if (shown !== rows.length) return fail(problem("export_rows_changed", { shown, now: rows.length }));
    if (rows.length === 0 && input.allowEmpty !== true) return fail(problem("export_empty"));
    const before = request.allowShrink === false && target.replaces !== null ? countLines(target.path) : 0;
    if (rows.length * MAX_SHRINKAGE < before)
      return fail(problem("out_shrinks", { path: target.path, rows: rows.length, before }));
    let reportedAt = Number.NEGATIVE_INFINITY;
    const progress = (rowsWritten: number) => {
      const now = performance.now();
      if (now - reportedAt < PROGRESS_INTERVAL_MS && rowsWritten < rows.length) return;
      reportedAt = now;
      context.progress({ rowsWritten, rowsTotal: rows.length } satisfies WriteProgress);
    };
    const written =
      request.split === "per_verdict"
        ? await writeSplit(cleaning, rows, { ...input, account }, progress)
        : await writeSingle(cleaning, rows, input, progress);
    if (!written.ok) return written;
    return ok({ ...written.value, account });
  } catch (error) {
    if (error instanceof ColumnTooVaried) return fail(error.problem);
    if (error instanceof ZipTooLarge) return fail(problem("out_too_large", { path: target.path }));
    const refused = writeProblem(error, target.path);
    if (refused === null) throw error;
    return fail(refused);
  } finally {
    cleaning.close();
  }
};

const LINE_FEED = 10;
const CHUNK_BYTES = 1024 * 1024;

/** Returns the number of lines of a text file below its header; 0 for a workbook. Throws file system errors. */
function countLines(path: string): number {
  const bytes = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    let lines = 0;
    let last = LINE_FEED;
    for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) {
      // Archives, such as workbooks, have no lines.
      if (lines === 0 && bytes.subarray(0, 2).toString("latin1") === "PK") return 0;
      for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < read; at = bytes.indexOf(LINE_FEED, at + 1))
        lines++;
      last = bytes[read - 1] ?? LINE_FEED;
    }
    return Math.max(0, lines + (last === LINE_FEED ? 0 : 1) - 1);
  } finally {
    closeSync(file);
  }
}

function unknownEncoding({ format }: WriteRequest) {
  if (format.kind !== "csv" || isEncoding(format.encoding)) return null;
  return problem("encoding_unknown", { encoding: format.encoding });
}

/** Returns a problem if text must be re-encoded but its encoding is uncertain. */
function unclearWords({ format, readAs }: WriteRequest, meta: OpenCleaning["list"]["meta"]): Problem | null {
  const offered = meta.unclearEncodings ?? [];
  if (readAs !== undefined) {
    const isOffered = [...offered, meta.encoding].some((one) => one.toLowerCase() === readAs.toLowerCase());
    return isOffered ? null : problem("encoding_unknown", { encoding: readAs });
  }
  if (format.kind === "exact" || offered.length === 0) return null;
  return problem("export_encoding_unclear", { encodings: offered });
}

async function writeSingle(
  cleaning: OpenCleaning,
  rows: Uint32Array,
  input: WriteInput,
  progress: (written: number) => void,
): Promise<Result<Omit<WriteOutcome, "account">>> {
  const { target, temporary, mode } = input;
  const sink = createByteSink(temporary, mode);
  try {
    const { bytes, ...counts } = await writeRows(cleaning, rows, input.request, () => sink, progress);
    const put = commitFile(target, sink, input.acceptIdentical);
    if (!put.ok) return put;
    const file = { name: basename(target.path), path: target.path, bytes, rows: rows.length };
    return ok({ rows: rows.length, ...counts, files: [file] });
  } finally {
    await sink.abandon();
  }
}
