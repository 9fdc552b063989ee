import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import type { Terminal } from "./terminal.ts";

export interface Refusals {
  readonly refused?: Problem;
  readonly alone: Problem;
  readonly unfinished: boolean;
}

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
