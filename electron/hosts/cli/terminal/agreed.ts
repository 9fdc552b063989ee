import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import type { Terminal } from "./terminal.ts";

export interface Refusals {
  /** Said of a no. */
  readonly refused?: Problem;
  /** Said where there is nobody to ask. */
  readonly alone: Problem;
  /** Whether something is under way that an end of the command leaves as it is. */
  readonly unfinished: boolean;
}

/** Asks whether something is agreed to, and answers why it is not. */
export async function agreed(
  terminal: Pick<Terminal, "confirm">,
  question: string,
  { refused = problem("not_begun"), alone, unfinished }: Refusals,
): Promise<Result<null>> {
  const answer = await terminal.confirm(question);
  switch (answer) {
    case "yes":
      return ok(null);
    case "no":
      return fail(refused);
    case "left":
      return fail(problem("interrupted", { unfinished }));
    case "nobody":
      return fail(alone);
    default:
      return assertNever(answer);
  }
}
