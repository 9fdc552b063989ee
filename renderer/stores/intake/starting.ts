import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { priceChanged } from "../../../shared/problems/page.ts";
import { DOUBLE_CLICK_MS } from "../cleanings.ts";
import type { IntakeContext } from "./open-lists.ts";
import type { Pricing } from "./price-requests.ts";

/** Time the user needs to notice an increased price, in milliseconds. An earlier click agreed to the previous price. */
const PRICE_READ_MS = 1_000;

/** Starts lists. `refresh` reloads a list whose content changed. */
export function createStarting(
  { bridge, lists, onStarted, now }: IntakeContext,
  pricing: Pricing,
  refresh: (key: string) => Promise<void>,
) {
  const { find, change, drop } = lists;
  // Request ids of unconfirmed starts, by list, so that a retry after a lost response is idempotent.
  const agreed = new Map<string, { request: string; requestId: string }>();
  // After a card disappears, the next one moves under the pointer; a second click was not meant for it.
  let startedAt = Number.NEGATIVE_INFINITY;

  /** Starts the list at the displayed price. Returns `null` if it was not started; the list then holds the problem. */
  async function agree(
    key: string,
    accountId: string,
    { waitForCredits = false, withoutTeam = false } = {},
  ): Promise<Cleaning | null> {
    const intake = find(key);
    if (!intake?.listId || !intake.price || intake.pricing || intake.correcting || intake.starting)
      return null;
    if (pricing.isAsked(key)) return null;
    if (intake.pricedFor !== accountId) return null;
    const before = pricing.risenFrom(key);
    if (before !== undefined && now() - before.at < PRICE_READ_MS) {
      const values = { shown: before.shown, now: intake.price.credits };
      change(key, { startProblem: { code: "price_changed", ...priceChanged(values) } });
      return null;
    }
    change(key, { starting: true, startProblem: null });
    const { listId, price } = intake;
    const options = withoutTeam ? { ...intake.options, withoutTeam } : intake.options;
    const revision = intake.preflight?.revision;
    const input = { listId, accountId, options, agreedCredits: price.credits, revision, waitForCredits };
    const request = JSON.stringify(input);
    const earlier = agreed.get(key);
    const requestId = earlier?.request === request ? earlier.requestId : crypto.randomUUID();
    agreed.set(key, { request, requestId });
    const started = await bridge.call("cleanings.start", { ...input, requestId });
    if (started.ok) {
      agreed.delete(key);
      drop(key);
      startedAt = now();
      onStarted(started.value);
      return started.value;
    }
    change(key, { starting: false, isAutoStarted: false, startProblem: started.problem });
    if (started.problem.code === "price_changed" || started.problem.code === "price_outdated")
      await pricing.ask(key, accountId);
    if (started.problem.code === "price_changed") pricing.hasRisen(key, price.credits);
    // The displayed preflight is stale: reload it, which also reprices.
    if (started.problem.code === "list_changed") await refresh(key);
    return null;
  }

  return {
    /** Returns whether a click now may be meant for a list that has just disappeared. */
    isSecondClick: () => now() - startedAt < DOUBLE_CLICK_MS,
    agree,
    /** Starts the lists sequentially: addresses paid for in one are free in the next, so each is repriced first. */
    async agreeToAll(keys: readonly string[], accountId: string): Promise<void> {
      const shown = new Map(keys.map((key) => [key, find(key)?.price?.credits ?? 0]));
      for (const key of keys) {
        if (key !== keys[0]) await pricing.ask(key, accountId);
        const now = find(key)?.price?.credits;
        const before = shown.get(key) ?? 0;
        if (now !== undefined && now > before) pricing.hasRisen(key, before);
        if ((await agree(key, accountId)) === null) return;
      }
    },
  };
}
