import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Asks the user unless `--yes` was given. `advice`: how to agree without a terminal. `unfinished`: work is left if the
 * input ends.
 */
export async function confirmOrFail(
  terminal: Pick<Terminal, "confirm">,
  question: string,
  {
    yes = false,
    advice = "Agree to it with --yes.",
    declined = problem("not_begun"),
    noTerminal = { ...declined, action: advice },
    unfinished = false,
  }: {
    readonly yes?: boolean | undefined;
    readonly advice?: string;
    readonly declined?: Problem;
    readonly noTerminal?: Problem;
    readonly unfinished?: boolean;
  },
): Promise<Result<null>> {
  if (yes) return ok(null);
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
