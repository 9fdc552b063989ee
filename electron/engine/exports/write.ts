import { rmSync } from "node:fs";
import { basename } from "node:path";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import { type OpenedCleaning, openCleaning, selectRows } from "../results/index.ts";
import type { ListLayout, Task } from "../store/index.ts";
import { isEncoding } from "./csv.ts";
import { moveInto, type Place, refusal } from "./place.ts";
import { writeSplit } from "./split.ts";
import { writeProblem } from "./write-problem.ts";
import { type WriteRequest, writeRows } from "./write-rows.ts";

export interface WriteInput {
  readonly list: ListLayout;
  /** The cleaning's `results.db`. */
  readonly results: string;
  readonly request: WriteRequest;
  /** The file to write; of a split the folder, or a file that ends in `.zip`. */
  readonly target: string;
  readonly overwrite: boolean;
  /** A header without rows is an answer too. */
  readonly allowEmpty?: boolean;
  /** Where it is written first: on the same disk, and nothing is there. Whoever gives up removes it. */
  readonly temporary: string;
  /** Where the user's own list stands; null: nowhere. */
  readonly sourcePath: string | null;
  /** What the exported list is called in a split's file names and summary. */
  readonly name: string;
  /** When, in Unix milliseconds. */
  readonly now: number;
}

export interface WrittenFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
}

export interface WriteOutcome {
  readonly rows: number;
  readonly guarded: number;
  readonly replaced: number;
  readonly cut: number;
  readonly corrected: number;
  readonly files: WrittenFile[];
}

export interface WriteProgress {
  readonly rowsWritten: number;
  readonly rowsTotal: number;
}

/** Milliseconds between two words on the progress: enough for a bar that moves, no more than a page keeps up with. */
const TOLD_EVERY = 100;

/** Writes an export whole, or not at all: to `temporary`, made durable, then moved into its place. */
export const writeTask: Task<WriteInput, WriteOutcome> = async (input, context) => {
  const { request, target } = input;
  const isZip = request.split === "per_verdict" && /\.zip$/i.test(target);
  const place: Place = {
    target,
    overwrite: input.overwrite,
    isFolder: request.split === "per_verdict" && !isZip,
    untouchable: [
      input.list.original,
      input.list.records,
      ...(input.sourcePath === null ? [] : [input.sourcePath]),
    ],
  };
  const refused = refusal(place) ?? unwritable(request);
  if (refused !== null) return fail(refused);
  const cleaning = openCleaning(input.list, input.results, {
    readonly: true,
    lazy: true,
    encoding: request.readAs,
  });
  try {
    const unclear = unclearWords(request, cleaning.list.meta);
    if (unclear !== null) return fail(unclear);
    const rows = selectRows(cleaning, request.filter, request.sort);
    if (rows.length === 0 && input.allowEmpty !== true) return fail(problem("export_empty"));
    let told = Number.NEGATIVE_INFINITY;
    const progress = (rowsWritten: number) => {
      const now = performance.now();
      if (now - told < TOLD_EVERY && rowsWritten < rows.length) return;
      told = now;
      context.progress({ rowsWritten, rowsTotal: rows.length } satisfies WriteProgress);
    };
    const outcome =
      request.split === "per_verdict"
        ? await writeSplit(cleaning, rows, input, isZip, progress)
        : await writeSingle(cleaning, rows, input, progress);
    const inTheWay = moveInto(place, input.temporary);
    if (inTheWay === null) return ok(outcome);
    rmSync(input.temporary, { recursive: true, force: true });
    return fail(inTheWay);
  } catch (error) {
    rmSync(input.temporary, { recursive: true, force: true });
    const refused = writeProblem(error, target);
    if (refused === null) throw error;
    return fail(refused);
  } finally {
    cleaning.close();
  }
};

function unwritable({ format }: WriteRequest) {
  if (format.kind !== "csv" || isEncoding(format.encoding)) return null;
  return problem("encoding_unknown", { encoding: format.encoding });
}

/** Why words cannot be written anew: it is not certain how they read; null: they can, or are copied byte for byte. */
function unclearWords(
  { format, readAs }: WriteRequest,
  meta: OpenedCleaning["list"]["meta"],
): Problem | null {
  const offered = meta.unclearEncodings ?? [];
  if (readAs !== undefined) {
    const isOffered = [...offered, meta.encoding].some((one) => one.toLowerCase() === readAs.toLowerCase());
    return isOffered ? null : problem("encoding_unknown", { encoding: readAs });
  }
  if (format.kind === "exact" || offered.length === 0) return null;
  return problem("export_encoding_unclear", { encodings: offered });
}

async function writeSingle(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  input: WriteInput,
  progress: (written: number) => void,
): Promise<WriteOutcome> {
  const { bytes, ...counts } = await writeRows(cleaning, rows, input.request, input.temporary, progress);
  const file = { name: basename(input.target), path: input.target, bytes, rows: rows.length };
  return { rows: rows.length, ...counts, files: [file] };
}
