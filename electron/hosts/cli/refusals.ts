import type { CommanderError } from "commander";
import { type Problem, problem } from "../../../shared/problems.ts";
import { jsonLine, problemLine } from "../plain-text.ts";
import type { CliProcess } from "./cli-io.ts";
import { type ExitCode, exitCodeOf } from "./exit-codes.ts";
import { sanitizeParserError } from "./program/program.ts";
import { withTerminalAdvice } from "./terminal/advice.ts";

/** Reasons to refuse a command line before problems are loaded. */
export type RefusalReason = "key_in_arguments" | "no_home" | "internal";

const REFUSED: Readonly<Record<RefusalReason, Problem>> = {
  key_in_arguments: problem("key_in_arguments"),
  no_home: problem("environment_invalid", { name: "WINNOW_DATA_DIR", why: "no_home" }),
  internal: withTerminalAdvice(problem("internal")),
};

/** Prints the refusal, also as JSON if requested, and returns the exit code. */
export function refused({ stdout, stderr }: CliProcess, why: RefusalReason, json: boolean): ExitCode {
  const refusal = REFUSED[why];
  stderr.write(`${problemLine(refusal)}\n`);
  if (json) stdout.write(jsonProblem(refusal));
  return exitCodeOf(refusal.code);
}

/** Returns the JSON report of a problem whose text was already printed. */
export function jsonProblem(met: Problem | RefusalReason): string {
  return `${jsonLine({ problem: typeof met === "string" ? REFUSED[met] : met })}\n`;
}

export function parserProblem({ message }: CommanderError): Problem {
  return problem("usage", { said: sanitizeParserError(message).replace(/^error: /, "") });
}
