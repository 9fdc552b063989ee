import { createStore } from "zustand/vanilla";
import { foldAddress } from "../../shared/addresses.ts";
import type { Check } from "../../shared/bridge/checks.ts";
import { SENT_BY_AGAIN } from "../../shared/bridge/constants.ts";
import type { Problem, ProblemCode } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";
import { checkCutOff, isHostGone } from "../words/bridge.ts";
import { DOUBLE_CLICK_MS } from "./cleanings.ts";

/** One asked address: in line, being checked, answered, or failed with the reason. */
export interface Asked {
  readonly key: string;
  readonly address: string;
  /** Whose verdict it is: another account's is not shown beside this one's name. */
  readonly accountId: string;
  readonly state: "asked" | "answered" | "failed";
  /** The last answer: shown until there is another. */
  readonly check: Check | null;
  readonly problem: Problem | null;
}

export interface ChecksState {
  asked: readonly Asked[];
  /** Accounts of which it was asked what was never answered. */
  recalled: readonly string[];
  queue: { waiting: number; perMinute: number; secondsToLast: number } | null;
  /**
   * What was typed: on top, in place of what the account has of the same addresses, unless that is still being asked.
   */
  check(accountId: string, addresses: readonly string[]): Promise<void>;
  /**
   * Asks the service anew, at its place: nothing moves under the pointer. Where there is no verdict yet, one that became
   * known meanwhile is shown instead. Nothing happens while it is being asked.
   */
  again(key: string): Promise<void>;
  /** Checks what may have been meant, next to the card that says so. */
  suggested(key: string): Promise<void>;
  readQueue(accountId: string): Promise<void>;
  /** A list has ended: shows the verdicts that it brought to addresses that waited for it. Costs nothing. */
  listEnded(): Promise<void>;
  /** Shows, beneath what was asked here, what was asked earlier and never answered: each may have been paid for. Once. */
  recall(accountId: string): Promise<void>;
  /** Has what single checks found out about the address erased, and takes its cards away; answers why not. */
  forget(key: string): Promise<Problem | null>;
  /** It was erased, here or elsewhere: its cards go. */
  forgotten(address: string): void;
  /** Takes away the account's cards, but for those still being asked. */
  clear(accountId: string): void;
}

/** Whether who asks anew after `told` was told of what keeps it from being sent now. */
function agreesTo(told: ProblemCode, now: ProblemCode | undefined): boolean {
  if (!SENT_BY_AGAIN.has(now)) return false;
  const isInList = (code: ProblemCode | undefined) => code === "check_in_list";
  return isInList(now)
    ? isInList(told)
    : told === "check_unheard" || (SENT_BY_AGAIN.has(told) && !isInList(told));
}

export const MOST_CHECKS = 60;

/** Single checks: the engine keeps the service's rate, so all are handed over at once and come back one by one. */
export function createChecksStore(bridge: Bridge, now: () => number = () => performance.now()) {
  let next = 1;
  // When each card was last asked anew: the answer may be there before a double click ends.
  const askedAt = new Map<string, number>();
  return createStore<ChecksState>()((set, get) => {
    const change = (key: string, patch: Partial<Asked>): void =>
      set({ asked: get().asked.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
    const fresh = (accountId: string, address: string): Asked => ({
      key: `check-${next++}`,
      address,
      accountId,
      state: "asked",
      check: null,
      problem: null,
    });
    const found = (accountId: string, address: string): Asked | undefined =>
      get().asked.find(
        (one) => one.accountId === accountId && foldAddress(one.address) === foldAddress(address),
      );
    const ask = async (
      { key, accountId, address }: Asked,
      how: { batch: string; again?: boolean; anyway?: boolean },
      told: ProblemCode | undefined = undefined,
    ): Promise<void> => {
      const asking = { accountId, address, ...how };
      let answer = await bridge.call("checks.check", asking);
      if (told !== undefined && answer.ok && agreesTo(told, answer.value.problem?.code))
        answer = await bridge.call("checks.check", { ...asking, again: true });
      if (answer.ok) change(key, { state: "answered", check: answer.value, problem: null });
      else {
        // Nobody knows whether it was sent: that is told, and what asking again comes to.
        const why = isHostGone(answer.problem) ? checkCutOff : answer.problem;
        change(key, { state: "failed", check: null, problem: why });
      }
    };
    return {
      asked: [],
      recalled: [],
      queue: null,
      async check(accountId, addresses) {
        const batch = `batch-${next}`;
        const added = addresses
          .filter((address) => found(accountId, address)?.state !== "asked")
          .map((address) => fresh(accountId, address));
        const asking = new Set(added.map((one) => foldAddress(one.address)));
        const kept = get().asked.filter(
          (one) => one.accountId !== accountId || !asking.has(foldAddress(one.address)),
        );
        set({ asked: [...added, ...kept] });
        await Promise.all(added.map((one) => ask(one, { batch })));
      },
      async again(key) {
        const one = get().asked.find((other) => other.key === key);
        if (!one || one.state === "asked") return;
        if (now() - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) < DOUBLE_CLICK_MS) return;
        askedAt.set(key, now());
        change(key, { state: "asked" });
        const anyway = one.check?.suppressed === true;
        // Without a verdict it is looked up first: it may be known by now, or in a doubt that nobody was told of.
        const again = one.check?.verdict != null;
        await ask(one, { batch: `batch-${next++}`, again, anyway }, one.check?.problem?.code);
      },
      async suggested(key) {
        const at = get().asked.findIndex((one) => one.key === key);
        const from = get().asked[at];
        const address = from?.check?.suggestion;
        if (!from || !address || found(from.accountId, address)) return;
        const added = fresh(from.accountId, address);
        set({ asked: get().asked.toSpliced(at + 1, 0, added) });
        await ask(added, { batch: `batch-${next++}` });
      },
      async readQueue(accountId) {
        const answer = await bridge.call("checks.queue", { accountId });
        if (answer.ok) set({ queue: answer.value });
      },
      async listEnded() {
        const waiting = get().asked.filter(({ check }) => check?.problem?.code === "check_in_list");
        await Promise.all(
          waiting.map(async ({ key, accountId, address }) => {
            const known = await bridge.call("checks.known", { accountId, address });
            if (known.ok && known.value.check !== null) change(key, { check: known.value.check });
          }),
        );
      },
      async recall(accountId) {
        if (get().recalled.includes(accountId)) return;
        set({ recalled: [...get().recalled, accountId] });
        const answer = await bridge.call("checks.unanswered", { accountId });
        if (!answer.ok) return set({ recalled: get().recalled.filter((one) => one !== accountId) });
        const added = answer.value.checks
          .filter(({ address }) => found(accountId, address) === undefined)
          .map((check): Asked => ({ ...fresh(accountId, check.address), state: "answered", check }));
        set({ asked: [...get().asked, ...added] });
      },
      async forget(key) {
        const address = get().asked.find((one) => one.key === key)?.address;
        if (address === undefined) return null;
        const forgotten = await bridge.call("checks.forget", { address });
        if (!forgotten.ok) return forgotten.problem;
        get().forgotten(address);
        return null;
      },
      forgotten(address) {
        const folded = foldAddress(address);
        set({ asked: get().asked.filter((one) => foldAddress(one.address) !== folded) });
      },
      clear: (accountId) =>
        set({ asked: get().asked.filter((one) => one.accountId !== accountId || one.state === "asked") }),
    };
  });
}
