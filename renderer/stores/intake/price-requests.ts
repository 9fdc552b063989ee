import pLimit from "p-limit";
import type { Price } from "../../../shared/bridge/cleanings.ts";
import { internal } from "../../../shared/problems/page.ts";
import type { Problem } from "../../../shared/problems.ts";
import { isHostGone } from "../../words/common.ts";
import { type Intake, type IntakeContext, startsAutomatically } from "./open-lists.ts";

const MAX_CONCURRENT_PRICES = 3;
/** Debounce before repricing, in milliseconds: a start changes the balance several times. */
const REPRICE_DEBOUNCE_MS = 1_000;

const KEY_PROBLEMS: ReadonlySet<Problem["code"]> = new Set<Problem["code"]>([
  "key_missing",
  "key_invalid",
  "key_elsewhere",
  "keychain_locked",
  "keychain_refused",
  "keychain_silent",
  "keychain_closed",
  "balance_unread",
]);

function isKeyProblem(problem: Problem | null | undefined): boolean {
  return problem != null && KEY_PROBLEMS.has(problem.code);
}

export type Pricing = ReturnType<typeof createPriceRequests>;

/** Requests prices. `begin` starts a list whose price is within the automatic start limit. */
export function createPriceRequests(
  { bridge, lists, startLimit, now }: IntakeContext,
  begin: (key: string, accountId: string) => Promise<void>,
) {
  const { find, change } = lists;
  // Sequence number of the latest request per list; responses to older ones are discarded.
  const asked = new Map<string, number>();
  const unpriced = new Set<string>();
  const inTurn = pLimit(MAX_CONCURRENT_PRICES);
  /** Lists whose price may have changed, with the account in use. */
  const stalePrices = new Map<string, string>();
  const increases = new Map<string, { shown: number; at: number }>();
  const hasRisen = (key: string, shown: number) => void increases.set(key, { shown, at: now() });

  /** Marks all queued lists as pricing in a single update, to avoid one render per list. */
  function markPricing(): void {
    const isSaid = (one: Intake) => one.pricing || !unpriced.has(one.key);
    if (lists.all().every(isSaid)) return;
    lists.show(lists.all().map((one) => (isSaid(one) ? one : { ...one, pricing: true })));
  }

  function answer(key: string, turn: number, patch: Partial<Intake>): boolean {
    if (asked.get(key) !== turn) return false;
    unpriced.delete(key);
    change(key, { ...patch, pricing: false, autoStartLimit: null });
    return true;
  }

  const pricedAt = (key: string, price: Price, accountId: string): Partial<Intake> => ({
    price,
    pricedFor: accountId,
    priceProblem: null,
    // A readable balance proves that the key works again.
    ...(price.available !== null && isKeyProblem(find(key)?.startProblem) && { startProblem: null }),
  });

  /** Returns whether the list starts automatically at this price. */
  async function askPrice(key: string, accountId: string, turn: number): Promise<boolean> {
    const intake = find(key);
    if (!intake?.listId) unpriced.delete(key);
    if (!intake?.listId || asked.get(key) !== turn) return false;
    stalePrices.delete(key);
    increases.delete(key);
    const { listId, options } = intake;
    const priced = await bridge.call("cleanings.price", { listId, accountId, options });
    const { autoStartLimit } = find(key) ?? {};
    if (!priced.ok) {
      answer(key, turn, { price: null, pricedFor: null, priceProblem: priced.problem });
      return false;
    }
    const isAnswered = answer(key, turn, pricedAt(key, priced.value, accountId));
    return (
      isAnswered &&
      autoStartLimit != null &&
      startsAutomatically(priced.value, accountId, autoStartLimit, startLimit())
    );
  }

  async function refreshPrice(key: string, accountId: string): Promise<void> {
    const before = find(key);
    if (!before?.listId || !before.preflight || before.starting || unpriced.has(key)) return;
    const { listId, options, preflight } = before;
    const turn = asked.get(key);
    const priced = await bridge.call("cleanings.price", { listId, accountId, options });
    const after = find(key);
    // New options or a new reading trigger their own request.
    if (!after || asked.get(key) !== turn || after.options !== options || after.preflight !== preflight)
      return;
    if (after.starting) return;
    if (!priced.ok) {
      // An unreachable host doesn't invalidate the displayed price.
      if (!isHostGone(priced.problem))
        change(key, { price: null, pricedFor: null, priceProblem: priced.problem });
      return;
    }
    const { price, pricedFor } = after;
    const isRisen = price !== null && pricedFor === accountId && priced.value.credits > price.credits;
    if (isRisen) hasRisen(key, price.credits);
    change(key, pricedAt(key, priced.value, accountId));
  }

  async function refreshStalePrices(): Promise<void> {
    const all = [...stalePrices];
    stalePrices.clear();
    for (const [key, accountId] of all) await refreshPrice(key, accountId).catch(() => undefined);
  }

  return {
    async ask(key: string, accountId: string): Promise<void> {
      const intake = find(key);
      if (!intake?.listId || !intake.preflight) return;
      const turn = (asked.get(key) ?? 0) + 1;
      asked.set(key, turn);
      unpriced.add(key);
      queueMicrotask(markPricing);
      let begins = false;
      try {
        begins = await inTurn(askPrice, key, accountId, turn);
      } catch {
        // Show a problem for unexpected errors too, so that the user can retry.
        answer(key, turn, { price: null, pricedFor: null, priceProblem: { code: "internal", ...internal } });
      }
      if (begins) await begin(key, accountId);
    },
    renew(key: string, accountId: string): void {
      if (stalePrices.size === 0) setTimeout(() => void refreshStalePrices(), REPRICE_DEBOUNCE_MS);
      stalePrices.set(key, accountId);
    },
    /** Returns whether a price request is queued or in flight, which blocks a start. */
    isAsked: (key: string) => unpriced.has(key),
    /** Returns the displayed price before an increase and the time of the increase; `undefined` without one. */
    risenFrom: (key: string) => increases.get(key),
    /** Records that the price rose above `shown`, which the user agreed to without seeing the new one. */
    hasRisen,
  };
}
