import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import type { Terminal } from "./terminal.ts";

export interface Refusals {
  readonly declined?: Problem;
  readonly noTerminal: Problem;
  readonly unfinished: boolean;
}

export async function confirmOrFail(
  terminal: Pick<Terminal, "confirm">,
  question: string,
  { declined = problem("not_begun"), noTerminal, unfinished }: Refusals,
): Promise<Result<null>> {
  const answer = await terminal.confirm(question);
  switch (answer) {
    case "yes":
      return ok(null);
    case "no":
      return fail(declined);
    case "left":
      return fail(problem("interrupted", { unfinished }));
    case "no_terminal":
      return fail(noTerminal);
    default:
      return assertNever(answer);
  }
}
