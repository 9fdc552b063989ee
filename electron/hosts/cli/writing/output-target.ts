import { resolve } from "node:path";
import type { FileStamp } from "../../../../shared/bridge/file-stamp.ts";
import type { FileContents } from "../../../../shared/problems/file-reasons.ts";
import { type Problem, type ProblemCode, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  checkTarget,
  inspectPath,
  layoutOf,
  nameProblem,
  STANDARD_OUTPUT,
  stampAt,
  writeUserFile,
} from "../../../engine/index.ts";
import { STANDARD_INPUT } from "../reading/piped-list.ts";
import { RERUN_ADVICE } from "../terminal/advice.ts";

/** The destination of `--out`. */
export type OutputTarget =
  /** A file. `existing`: the file that `--overwrite` may replace; `null` if none. */
  | { readonly kind: "file"; readonly path: string; readonly existing: FileStamp | null }
  /** Standard output, a pipe or a device, available only while this command runs. */
  | { readonly kind: "stream"; readonly path: string };

export interface OutOptions {
  readonly out: string;
  readonly contents?: FileContents;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

/**
 * Checks the destination before anything is read, paid for or written. `lists`: the user's own files. Fails with the
 * problems of `checkTarget`, `out_format`, or `usage` if both list and report would be printed.
 */
export function resolveOutput(
  { out, contents = "list", overwrite = false, json = false }: OutOptions,
  dataDir: string,
  lists: readonly string[],
): Result<OutputTarget> {
  const path = out === STANDARD_OUTPUT ? out : resolve(out);
  const found = inspectPath(path);
  if (found.kind === "stream") {
    return json && found.isStandardOutput
      ? fail(problem("usage", { why: "both_printed" }))
      : ok({ kind: "stream", path });
  }
  const replaces = overwrite ? stampAt(path) : null;
  const neverReplace = lists.filter((list) => list !== STANDARD_INPUT).map((list) => resolve(list));
  const admitted = checkTarget({ path, replaces, neverReplace, dataDir });
  if (!admitted.ok) return fail(withAdviceBeforeStart(admitted.problem));
  const misnamed = nameProblem(path, contents);
  return misnamed === null ? ok({ kind: "file", path, existing: replaces }) : fail(misnamed);
}

/** Writes a short text atomically. Fails with `out_not_a_file`, `disk_full` or the problems of `checkTarget`. */
export async function writeAtomically(
  target: OutputTarget,
  text: string,
  dataDir: string,
): Promise<Result<null>> {
  const { path } = target;
  if (target.kind === "stream") return fail(problem("out_not_a_file", { path }));
  return writeUserFile(path, target.existing, text, layoutOf(dataDir));
}

/** Returns a problem met before anything was started, with advice for the next command. */
export function withAdviceBeforeStart(met: Problem): Problem {
  const action = ADVICE_BEFORE[met.code];
  return action === undefined ? met : { ...met, action };
}

/** Problems of a finished cleaning whose file waits for the user's decision: resuming does not replace the file. */
export const BLOCKED_BY_FILE: ReadonlySet<ProblemCode | undefined> = new Set(["out_exists", "out_shrinks"]);

const ADVICE_BEFORE: Readonly<Partial<Record<ProblemCode, string>>> = {
  out_exists: "Choose another name, or replace it with --overwrite.",
  out_shrinks: "If the shorter file is right, agree with --allow-shrink.",
  credits_insufficient:
    "Add credits, clean fewer addresses with --limit <n>, or wait for credits with --wait-for-credits.",
  price_changed: RERUN_ADVICE,
  credits_over_limit: "Raise --max-credits, or clean fewer addresses with --limit <n>.",
  credits_short:
    "Add credits, clean fewer addresses with --limit <n>, or wait for credits with --wait-for-credits.",
};

/** Returns a problem of a started cleaning with advice. Its results are kept, and `resume` continues it. */
export function withAdviceAfterStart(met: Problem, cleaningId: string): Problem {
  switch (met.code) {
    case "out_exists":
    case "out_not_a_file":
    case "out_unwritable":
      return {
        ...met,
        action: `Write the cleaned list with: winnow export ${cleaningId} --out <file>; --overwrite replaces what is there.`,
      };
    case "out_shrinks":
      return {
        ...met,
        action: `If the shorter file is right: winnow export ${cleaningId} --out <file> --overwrite --allow-shrink`,
      };
    case "out_reader_left":
      return {
        ...met,
        action: `Write the cleaned list again with: winnow export ${cleaningId} --out <file>`,
      };
    case "credits_insufficient":
    case "credits_short":
      return {
        ...met,
        action: "Add credits, then continue with `winnow resume`; with --wait-for-credits it waits for them.",
      };
    case "price_changed":
    case "price_again":
      return { ...met, action: "Agree to it with `winnow resume --yes`; --max-credits sets a limit." };
    case "credits_over_limit":
      return { ...met, action: "Continue with `winnow resume` and a higher --max-credits." };
    default:
      return met;
  }
}

export function targetLabel(path: string): string {
  return path === STANDARD_OUTPUT ? "standard output" : path;
}
