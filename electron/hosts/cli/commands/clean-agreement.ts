import type { Price } from "../../../../shared/bridge/cleanings.ts";
import { credits as inCredits } from "../../../../shared/problems/wording.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { confirmOrFail } from "../terminal/confirm.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface Allowed {
  readonly maxCredits?: number;
  readonly waitForCredits?: boolean;
  readonly yes?: boolean;
}

/** Refuses a price over the limit or balance, then asks for agreement unless `--yes` was given. */
export async function confirmPrice(
  { credits, available, balance, promised }: Price,
  { maxCredits: limit, waitForCredits, yes }: Allowed,
  terminal: Terminal,
): Promise<Result<null>> {
  if (limit !== undefined && credits > limit)
    return fail(problem("credits_over_limit", { needed: credits, limit }));
  if (waitForCredits !== true && available !== null && available < credits) {
    const short = { needed: credits, available, balance: balance ?? available, promised };
    return fail(problem("credits_insufficient", short));
  }
  if (yes === true || credits === 0) return ok(null);
  const noTerminal = problem("consent_needed", { flag: "--yes" });
  return confirmOrFail(terminal, `Clean the list for ${inCredits(credits)}?`, {
    noTerminal,
    unfinished: false,
  });
}
