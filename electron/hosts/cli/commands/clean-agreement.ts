import type { Price } from "../../../../shared/bridge/cleanings.ts";
import { credits as inCredits } from "../../../../shared/problems/words.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { agreed } from "../terminal/agreed.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface Allowed {
  readonly maxCredits?: number;
  readonly waitForCredits?: boolean;
  readonly yes?: boolean;
  readonly again?: boolean;
}

/**
 * Asks for the price, unless `--yes` agrees to it. Refused is what costs too much, and, where nobody is asked, what may be
 * paid for already elsewhere, unless `--again` wants that too.
 */
export async function agree(
  { credits, available, balance, promised, underWay = 0, held = 0, paid = 0 }: Price,
  { maxCredits: limit, waitForCredits, yes, again }: Allowed,
  terminal: Terminal,
): Promise<Result<null>> {
  if (limit !== undefined && credits > limit)
    return fail(problem("credits_over_limit", { needed: credits, limit }));
  if (waitForCredits !== true && available !== null && available < credits) {
    const short = { needed: credits, available, balance: balance ?? available, promised };
    return fail(problem("credits_insufficient", short));
  }
  const addresses = underWay + held + paid;
  if (yes === true && again !== true && addresses > 0)
    return fail(problem("addresses_elsewhere", { addresses }));
  if (yes === true || credits === 0) return ok(null);
  const alone = problem("consent_needed", { flag: "--yes" });
  return agreed(terminal, `Clean the list for ${inCredits(credits)}?`, { alone, unfinished: false });
}
