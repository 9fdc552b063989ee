import { systemCodeOf } from "../../../shared/problems/values.ts";
import { type Problem, type ProblemCode, problem } from "../../../shared/problems.ts";
import { jsonLine, problemLine } from "../plain-text.ts";
import { exitCodeOf } from "./exit-codes.ts";

/** The problems of a command line that is refused before anything is opened, for those that know their codes alone. */
export type Refused = Problem | Extract<ProblemCode, "key_in_arguments">;

/** Says why the command is not run, also for a program to read, and sets the exit code. */
export function refuse(refused: Refused, json: boolean): void {
  const met = typeof refused === "string" ? problem(refused) : refused;
  process.stderr.write(`${problemLine(met)}\n`);
  if (json) process.stdout.write(`${jsonLine({ problem: met })}\n`);
  process.exitCode = exitCodeOf(met.code);
}

/** What a program reads that asked for JSON; the words stand on standard error by then. */
export function toldInJson(met: Problem | "internal"): string {
  return `${jsonLine({ problem: met === "internal" ? problem(met) : met })}\n`;
}

/** Why standard output cannot be written, in one line. */
export function lostOutput(error: NodeJS.ErrnoException): string {
  const path = "standard output";
  return problemLine(
    error.code === "ENOSPC" || error.code === "EDQUOT"
      ? problem("disk_full", { path })
      : problem("out_unwritable", { path, code: systemCodeOf(error) }),
  );
}

/** There is no place for Winnow's data. */
export function noHome(): Problem {
  return problem("environment_invalid", { name: "WINNOW_DATA_DIR", why: "no_home" });
}
