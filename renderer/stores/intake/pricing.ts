import pLimit from "p-limit";
import type { Price } from "../../../shared/bridge/cleanings.ts";
import { internal } from "../../../shared/problems/page.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Bridge } from "../../bridge.ts";
import { isHostGone } from "../../words/bridge.ts";
import { startsByItself } from "../start-rule.ts";
import type { OpenLists } from "./open-lists.ts";
import type { Intake, IntakeOptions } from "./types.ts";

/** So many prices are asked for at once, however many lists are open. */
const MOST_PRICED_AT_ONCE = 3;
/** So long changes are gathered before prices are looked at anew: one start moves a balance several times. */
const GATHERING_MS = 1_000;

const OF_KEYS: ReadonlySet<Problem["code"]> = new Set<Problem["code"]>([
  "key_missing",
  "key_invalid",
  "key_elsewhere",
  "keychain_locked",
  "keychain_refused",
  "keychain_silent",
  "keychain_closed",
  "balance_unread",
]);

/** Whether it was for want of a key or a balance that a cleaning was not started. */
function isOfKey(problem: Problem | null | undefined): boolean {
  return problem != null && OF_KEYS.has(problem.code);
}

export interface PricingOptions extends Pick<IntakeOptions, "startLimit" | "now"> {
  readonly bridge: Bridge;
  readonly lists: OpenLists;
  readonly begin: (key: string, accountId: string) => Promise<void>;
}

export type Pricing = ReturnType<typeof createPricing>;

/** Where prices are asked for, and asked for again when something moved. */
export function createPricing({ bridge, lists, begin, startLimit, now }: PricingOptions) {
  const { find, change } = lists;
  // A price that was asked for earlier must never overwrite a later one.
  const asked = new Map<string, number>();
  const unpriced = new Set<string>();
  const inTurn = pLimit(MOST_PRICED_AT_ONCE);
  /** Lists whose price may have moved without the user's doing, with the account in use. */
  const noted = new Map<string, string>();
  const risen = new Map<string, { shown: number; at: number }>();
  const hasRisen = (key: string, shown: number) => void risen.set(key, { shown, at: now() });

  /** Shows of all lists at once that their price is asked for: each for itself would draw the page as often as there are lists. */
  function sayPricing(): void {
    const isSaid = (one: Intake) => one.pricing || !unpriced.has(one.key);
    if (lists.all().every(isSaid)) return;
    lists.show(lists.all().map((one) => (isSaid(one) ? one : { ...one, pricing: true })));
  }

  /** Takes up what was answered, unless it was asked for anew since. */
  function answer(key: string, turn: number, patch: Partial<Intake>): boolean {
    if (asked.get(key) !== turn) return false;
    unpriced.delete(key);
    change(key, { ...patch, pricing: false, undecided: null });
    return true;
  }

  const pricedAt = (key: string, price: Price, accountId: string): Partial<Intake> => ({
    price,
    pricedFor: accountId,
    priceProblem: null,
    // A balance that was read says that the key works again.
    ...(price.available !== null && isOfKey(find(key)?.startProblem) && { startProblem: null }),
  });

  /** Answers whether the list starts by itself at that price. */
  async function askPrice(key: string, accountId: string, turn: number): Promise<boolean> {
    const intake = find(key);
    if (!intake?.listId) unpriced.delete(key);
    if (!intake?.listId || asked.get(key) !== turn) return false;
    noted.delete(key);
    risen.delete(key);
    const { listId, options } = intake;
    const priced = await bridge.call("cleanings.price", { listId, accountId, options });
    const { undecided } = find(key) ?? {};
    if (!priced.ok) {
      answer(key, turn, { price: null, pricedFor: null, priceProblem: priced.problem });
      return false;
    }
    const isAnswered = answer(key, turn, pricedAt(key, priced.value, accountId));
    return (
      isAnswered && undecided != null && startsByItself(priced.value, accountId, undecided, startLimit())
    );
  }

  /** Looks whether the price is still what is shown, and shows what it is now. */
  async function lookAnew(key: string, accountId: string): Promise<void> {
    const before = find(key);
    if (!before?.listId || !before.preflight || before.starting || unpriced.has(key)) return;
    const { listId, options, preflight } = before;
    const turn = asked.get(key);
    const priced = await bridge.call("cleanings.price", { listId, accountId, options });
    const after = find(key);
    // What was chosen, or read anew, meanwhile has its own question.
    if (!after || asked.get(key) !== turn || after.options !== options || after.preflight !== preflight)
      return;
    if (after.starting) return;
    if (!priced.ok) {
      // Where nobody answered, nothing is known to have changed.
      if (!isHostGone(priced.problem))
        change(key, { price: null, pricedFor: null, priceProblem: priced.problem });
      return;
    }
    const { price, pricedFor } = after;
    const isRisen = price !== null && pricedFor === accountId && priced.value.credits > price.credits;
    if (isRisen) hasRisen(key, price.credits);
    change(key, pricedAt(key, priced.value, accountId));
  }

  async function lookAtNoted(): Promise<void> {
    const all = [...noted];
    noted.clear();
    for (const [key, accountId] of all) await lookAnew(key, accountId).catch(() => undefined);
  }

  return {
    /** Asks for the price of what was chosen: until it is there, nothing is agreed to. */
    async ask(key: string, accountId: string): Promise<void> {
      const intake = find(key);
      if (!intake?.listId || !intake.preflight) return;
      const turn = (asked.get(key) ?? 0) + 1;
      asked.set(key, turn);
      unpriced.add(key);
      queueMicrotask(sayPricing);
      let begins = false;
      try {
        begins = await inTurn(askPrice, key, accountId, turn);
      } catch {
        // Whatever it was, the list says that it has no price, and can be tried again.
        answer(key, turn, { price: null, pricedFor: null, priceProblem: { code: "internal", ...internal } });
      }
      if (begins) await begin(key, accountId);
    },
    /** The account or other lists moved: what is shown may be agreed to until it is known. */
    renew(key: string, accountId: string): void {
      if (noted.size === 0) setTimeout(() => void lookAtNoted(), GATHERING_MS);
      noted.set(key, accountId);
    },
    /** Its price is asked for, or waits for that: nothing is agreed to meanwhile. */
    isAsked: (key: string) => unpriced.has(key),
    /** What the list cost before its price rose by itself, and when that was shown; undefined: it did not. */
    risenFrom: (key: string) => risen.get(key),
    /** The price that is shown is higher than `shown`, which was agreed to: nobody has read it yet. */
    hasRisen,
  };
}
