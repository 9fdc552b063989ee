import type { ProblemKind } from "../../../shared/problems/define-problem.ts";
import { type ProblemCode, traitsOf } from "../../../shared/problems.ts";

export const EXIT = {
  done: 0,
  input: 2,
  /** Invalid or restricted key, account, keychain. */
  account: 3,
  credits: 4,
  service: 5,
  /** Interrupted or still running; continue with `resume`. */
  unfinished: 6,
  refused: 7,
  /** Another Winnow uses the data folder. */
  inUse: 8,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: "done",
  [EXIT.input]: "the file or the command is wrong, or nothing was started",
  [EXIT.account]: "the key or the account",
  [EXIT.credits]: "credits",
  [EXIT.service]: "the service or the network",
  [EXIT.unfinished]: "interrupted or still under way: continue with 'winnow resume'",
  [EXIT.refused]: "'winnow gate' refuses the list: too much of it would bounce",
  [EXIT.inUse]: "another Winnow uses the data folder",
};

export const EXIT_NOTE =
  "A command exits with its own code even if no one reads its output. If standard output cannot be written, it exits with 2 instead of 0.";

const EXIT_OF: Readonly<Record<ProblemKind, ExitCode>> = {
  input: EXIT.input,
  disk: EXIT.input,
  account: EXIT.account,
  credits: EXIT.credits,
  network: EXIT.service,
  service: EXIT.service,
  unfinished: EXIT.unfinished,
  refused: EXIT.refused,
  in_use: EXIT.inUse,
};

export function exitCodeOf(code: ProblemCode): ExitCode {
  return EXIT_OF[traitsOf(code).kind];
}
