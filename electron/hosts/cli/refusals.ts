import { type Problem, problem } from "../../../shared/problems.ts";
import { jsonLine, problemLine } from "../plain-text.ts";
import type { CliIo } from "./cli-io.ts";
import { type ExitCode, exitCodeOf } from "./exit-codes.ts";

/** The problems of a command line that is refused before anything is opened, for those that know their codes alone. */
export type Refused = Problem | "key_in_arguments" | "internal";

const problemOf = (refused: Refused): Problem => (typeof refused === "string" ? problem(refused) : refused);

/** Says why the command is not run, also for a program to read; answers the exit code. */
export function refused({ stdout, stderr }: CliIo, why: Refused, json: boolean): ExitCode {
  const met = problemOf(why);
  stderr.write(`${problemLine(met)}\n`);
  if (json) stdout.write(jsonProblem(met));
  return exitCodeOf(met.code);
}

/** What a program reads that asked for JSON; the words stand on standard error by then. */
export function jsonProblem(met: Refused): string {
  return `${jsonLine({ problem: problemOf(met) })}\n`;
}

/** There is no place for Winnow's data. */
export function noHome(): Problem {
  return problem("environment_invalid", { name: "WINNOW_DATA_DIR", why: "no_home" });
}
