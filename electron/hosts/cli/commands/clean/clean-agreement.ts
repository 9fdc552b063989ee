import { count } from "../../../../../shared/numbers.ts";
import { problem } from "../../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import { agreed } from "../../terminal/agreed.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { CleanOptions, PricedList } from "./clean-list.ts";
import { elsewhere } from "./elsewhere.ts";

/**
 * What lists cost together, in credits. An address that is in two of them is paid for once, if its verdict comes home: then it
 * is the `least`, and never more than the `most`.
 */
export interface Cost {
  readonly least: number;
  readonly most: number;
}

export function costOf(priced: readonly Pick<PricedList, "price">[]): Cost {
  const most = priced.reduce((sum, { price }) => sum + price.credits, 0);
  return { most, least: most - priced.reduce((sum, { price }) => sum + (price.shared ?? 0), 0) };
}

/** What all lists together cost, for a person. */
export function sumLine(files: number, { least, most }: Cost): string {
  const shared = least < most ? ` They share addresses: it may be ${count(least)}.` : "";
  return `${count(files)} lists: ${inCredits(most)} at most.${shared} They are cleaned one after the other; what one of them brings home costs nothing in the next.`;
}

function inCredits(credits: number): string {
  return `${count(credits)} ${credits === 1 ? "credit" : "credits"}`;
}

/**
 * Asks for the price, unless `--yes` agrees to it. Refused is what is certain to cost too much, and, where nobody is asked, what
 * may be paid for already elsewhere, unless `--again` wants that too.
 */
export async function agree(
  priced: readonly PricedList[],
  { least, most }: Cost,
  limit: number | null,
  options: CleanOptions,
  terminal: Terminal,
): Promise<Result<null>> {
  if (limit !== null && least > limit) {
    return fail(problem("credits_over_limit", { needed: least, limit }));
  }
  const { available = null, balance = null, promised } = priced.at(-1)?.price ?? {};
  if (options.waitForCredits !== true && available !== null && available < least) {
    return fail(
      problem("credits_insufficient", {
        needed: least,
        available,
        balance: balance ?? available,
        promised,
        ...(priced.length === 1 ? {} : { lists: priced.length }),
      }),
    );
  }
  const addresses = elsewhere(priced.map(({ price }) => price));
  if (options.yes === true && options.again !== true && addresses > 0)
    return fail(problem("addresses_elsewhere", { addresses }));
  if (options.yes === true || most === 0) return ok(null);
  const what = priced.length === 1 ? "the list" : `${count(priced.length)} lists`;
  const question = `Clean ${what} for ${inCredits(Math.min(most, limit ?? most))}${priced.length === 1 ? "" : " at most"}?`;
  const alone = problem("consent_needed", { flag: "--yes" });
  return agreed(terminal, question, { alone, unfinished: false });
}
