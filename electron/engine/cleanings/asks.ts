import type { Ask, Cleaning, CleaningAction } from "../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { canBeSentAgain, spentUnasked } from "./part/again.ts";
import { type PartRecord, priceOf } from "./part/record.ts";

/** Whether the part waits for the user's yes to a price. */
export function waitsForYes({ state }: PartRecord): boolean {
  return state.kind === "waiting" && state.for === "user";
}

/** What a yes to each of the `offered` actions would cost, over all the parts that it means; null: not offered. Pure. */
export function asksFor(
  records: readonly PartRecord[],
  offered: readonly CleaningAction[],
): NonNullable<Cleaning["asks"]> {
  const start = records.filter(waitsForYes);
  const again = records.filter(canBeSentAgain);
  return {
    start: offered.includes("start") ? askOf(start, priceOf) : null,
    // A list is sent again for nothing: its price is asked for once the service has counted it, or was agreed to before.
    upload_again: offered.includes("upload_again") ? askAgain(again) : null,
  };
}

function askOf(records: readonly PartRecord[], price: (record: PartRecord) => number): Ask {
  return {
    credits: records.reduce((sum, record) => sum + price(record), 0),
    parts: records.length,
    mayBePaid: records.some(mayBePaid),
  };
}

function askAgain(records: readonly PartRecord[]): Ask {
  const agreed = records.reduce((sum, record) => sum + spentUnasked(record), 0);
  return { ...askOf(records, priceOfCheck), ...(agreed > 0 ? { agreed } : {}) };
}

/** What sending the part again costs by itself. */
function priceOfCheck(record: PartRecord): number {
  return record.single ? record.addresses : 0;
}

function mayBePaid({ mayBeCharged, earlier }: PartRecord): boolean {
  return mayBeCharged || earlier.spent > 0;
}

/** What is said of all the parts that wait for the user's yes, with the sum that it means; null: none does. Pure. */
export function problemOfAsk(records: readonly PartRecord[]): Problem | null {
  const waiting = records.filter(waitsForYes);
  if (waiting.length === 0) return null;
  const sum = (of: (record: PartRecord) => number) => waiting.reduce((all, one) => all + of(one), 0);
  const says = (code: Problem["code"]) => waiting.some((record) => record.problem?.code === code);
  const now = sum(priceOf);
  const spent = sum(({ earlier }) => earlier.spent);
  if (says("price_again")) return problem("price_again", { now, spent });
  if (says("price_changed")) return problem("price_changed", { shown: sum(({ agreed }) => agreed), now });
  return waiting[0]?.problem ?? null;
}

/** What is said of all the checks whose answers were lost; null: there are none. Pure. */
export function problemOfChecks(records: readonly PartRecord[]): Problem | null {
  const lost = records.filter(
    (one) => one.problem?.code === "check_uncertain" && one.state.kind === "uncertain",
  );
  return lost.length === 0 ? null : problem("check_uncertain", { checks: lost.length });
}
