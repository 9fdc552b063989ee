import { createStore } from "zustand/vanilla";
import type { Check } from "../../shared/bridge/checks.ts";
import { RECHECK_OVERRIDES } from "../../shared/bridge/constants.ts";
import { foldAddress } from "../../shared/fold-addresses.ts";
import type { Problem, ProblemCode } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";
import { checkCutOff, isHostGone } from "../words/common.ts";
import { DOUBLE_CLICK_MS } from "./cleanings.ts";

/** A single check and its latest result. */
export interface CheckedAddress {
  readonly key: string;
  readonly address: string;
  /** Account of the check. Results of other accounts are not shown. */
  readonly accountId: string;
  readonly state: "asked" | "answered" | "failed";
  /** The latest result, shown until a newer one arrives. */
  readonly check: Check | null;
  readonly problem: Problem | null;
}

export interface ChecksState {
  cards: readonly CheckedAddress[];
  loadedUnanswered: readonly string[];
  queue: { waiting: number; perMinute: number; secondsToLast: number } | null;
  /** Checks addresses. They replace older cards of the same addresses, except checks in progress. */
  check(accountId: string, addresses: readonly string[]): Promise<void>;
  /**
   * Rechecks an address in place, so that no card moves under the pointer. If it had no verdict, a known one is used
   * first. No-op while the check is in progress.
   */
  recheck(key: string): Promise<void>;
  checkSuggestion(key: string): Promise<void>;
  readQueue(accountId: string): Promise<void>;
  /** Updates checks that waited for a list that has ended. Costs nothing. */
  listEnded(): Promise<void>;
  /** Appends the account's earlier unanswered checks, each of which may have been charged. Runs once per account. */
  loadUnanswered(accountId: string): Promise<void>;
  /** Erases all single-check results of the address. Returns the problem, or `null` on success. */
  forget(key: string): Promise<Problem | null>;
  forgotten(address: string): void;
  /** Removes the account's cards, except checks in progress. */
  clear(accountId: string): void;
}

/** Returns whether a user who rechecks after seeing `shownProblem` was informed about the obstacle `now`. */
function agreesTo(shownProblem: ProblemCode, now: ProblemCode | undefined): boolean {
  if (!RECHECK_OVERRIDES.has(now)) return false;
  const isInList = (code: ProblemCode | undefined) => code === "check_in_list";
  return isInList(now)
    ? isInList(shownProblem)
    : shownProblem === "check_unheard" || (RECHECK_OVERRIDES.has(shownProblem) && !isInList(shownProblem));
}

export const MAX_CHECKS = 60;

/** Creates the store of single checks. All checks are submitted at once; the engine applies the rate limit. */
export function createChecksStore(bridge: Bridge, now: () => number = () => performance.now()) {
  let next = 1;
  // Time of the last recheck per card: the result can arrive before a double click ends.
  const recheckedAt = new Map<string, number>();
  return createStore<ChecksState>()((set, get) => {
    const change = (key: string, patch: Partial<CheckedAddress>): void =>
      set({ cards: get().cards.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
    const newCard = (accountId: string, address: string): CheckedAddress => ({
      key: `check-${next++}`,
      address,
      accountId,
      state: "asked",
      check: null,
      problem: null,
    });
    const cardOf = (accountId: string, address: string): CheckedAddress | undefined =>
      get().cards.find(
        (one) => one.accountId === accountId && foldAddress(one.address) === foldAddress(address),
      );
    const request = async (
      { key, accountId, address }: CheckedAddress,
      how: { batch: string; again?: boolean; anyway?: boolean },
      shownProblem: ProblemCode | undefined = undefined,
    ): Promise<void> => {
      const input = { accountId, address, ...how };
      let answer = await bridge.call("checks.check", input);
      if (shownProblem !== undefined && answer.ok && agreesTo(shownProblem, answer.value.problem?.code))
        answer = await bridge.call("checks.check", { ...input, again: true });
      if (answer.ok) change(key, { state: "answered", check: answer.value, problem: null });
      else {
        // The check may or may not have been sent; the message says so and what a retry costs.
        const why = isHostGone(answer.problem) ? checkCutOff : answer.problem;
        change(key, { state: "failed", check: null, problem: why });
      }
    };
    return {
      cards: [],
      loadedUnanswered: [],
      queue: null,
      async check(accountId, addresses) {
        const batch = `batch-${next}`;
        const added = addresses
          .filter((address) => cardOf(accountId, address)?.state !== "asked")
          .map((address) => newCard(accountId, address));
        const asking = new Set(added.map((one) => foldAddress(one.address)));
        const kept = get().cards.filter(
          (one) => one.accountId !== accountId || !asking.has(foldAddress(one.address)),
        );
        set({ cards: [...added, ...kept] });
        await Promise.all(added.map((one) => request(one, { batch })));
      },
      async recheck(key) {
        const one = get().cards.find((other) => other.key === key);
        if (!one || one.state === "asked") return;
        if (now() - (recheckedAt.get(key) ?? Number.NEGATIVE_INFINITY) < DOUBLE_CLICK_MS) return;
        recheckedAt.set(key, now());
        change(key, { state: "asked" });
        const ignoreSuppression = one.check?.suppressed === true;
        // Without a verdict, look it up first: it may be known now, or there may be a doubt the user has not seen.
        const repeat = one.check?.verdict != null;
        await request(
          one,
          { batch: `batch-${next++}`, again: repeat, anyway: ignoreSuppression },
          one.check?.problem?.code,
        );
      },
      async checkSuggestion(key) {
        const at = get().cards.findIndex((one) => one.key === key);
        const from = get().cards[at];
        const address = from?.check?.suggestion;
        if (!from || !address || cardOf(from.accountId, address)) return;
        const added = newCard(from.accountId, address);
        set({ cards: get().cards.toSpliced(at + 1, 0, added) });
        await request(added, { batch: `batch-${next++}` });
      },
      async readQueue(accountId) {
        const answer = await bridge.call("checks.queue", { accountId });
        if (answer.ok) set({ queue: answer.value });
      },
      async listEnded() {
        const waiting = get().cards.filter(({ check }) => check?.problem?.code === "check_in_list");
        await Promise.all(
          waiting.map(async ({ key, accountId, address }) => {
            const known = await bridge.call("checks.known", { accountId, address });
            if (known.ok && known.value.check !== null) change(key, { check: known.value.check });
          }),
        );
      },
      async loadUnanswered(accountId) {
        if (get().loadedUnanswered.includes(accountId)) return;
        set({ loadedUnanswered: [...get().loadedUnanswered, accountId] });
        const answer = await bridge.call("checks.unanswered", { accountId });
        if (!answer.ok)
          return set({ loadedUnanswered: get().loadedUnanswered.filter((one) => one !== accountId) });
        const added = answer.value.checks
          .filter(({ address }) => cardOf(accountId, address) === undefined)
          .map(
            (check): CheckedAddress => ({ ...newCard(accountId, check.address), state: "answered", check }),
          );
        set({ cards: [...get().cards, ...added] });
      },
      async forget(key) {
        const address = get().cards.find((one) => one.key === key)?.address;
        if (address === undefined) return null;
        const forgotten = await bridge.call("checks.forget", { address });
        if (!forgotten.ok) return forgotten.problem;
        get().forgotten(address);
        return null;
      },
      forgotten(address) {
        const folded = foldAddress(address);
        set({ cards: get().cards.filter((one) => foldAddress(one.address) !== folded) });
      },
      clear: (accountId) =>
        set({ cards: get().cards.filter((one) => one.accountId !== accountId || one.state === "asked") }),
    };
  });
}
