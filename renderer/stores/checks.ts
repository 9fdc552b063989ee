import { createStore } from "zustand/vanilla";
import { foldAddress } from "../../shared/addresses.ts";
import type { Check } from "../../shared/bridge/checks.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";
import { DOUBLE_CLICK_MS } from "./double-click.ts";

/** One asked address: in line, being checked, answered, or failed with the reason. */
export interface Asked {
  readonly key: string;
  readonly address: string;
  readonly state: "asked" | "answered" | "failed";
  /** The last answer: shown until there is another. */
  readonly check: Check | null;
  readonly problem: Problem | null;
}

export interface ChecksState {
  asked: readonly Asked[];
  queue: { waiting: number; perMinute: number; secondsToLast: number } | null;
  /** What was typed: on top, in place of what there was of the same addresses, unless that is still being asked. */
  check(accountId: string, addresses: readonly string[]): Promise<void>;
  /** Asks the service anew, at its place: nothing moves under the pointer. Nothing happens while it is being asked. */
  again(accountId: string, key: string): Promise<void>;
  /** Checks what may have been meant, next to the card that says so. */
  suggested(accountId: string, key: string): Promise<void>;
  readQueue(accountId: string): Promise<void>;
  /** Has what single checks found out about the address erased, and takes its card away; answers why not. */
  forget(key: string): Promise<Problem | null>;
  clear(): void;
}

/** As many as may be asked for at once: more is a list. */
export const MOST_CHECKS = 60;

/** A name in quotes before an address: a comma in it separates nothing. */
const QUOTED_NAME = /"[^"\r\n]*"(?=\s*<)/g;
const BRACKETED = /<\s*[^<>\s@]*@[^<>\s]*\s*>/;

/**
 * The distinct addresses of a pasted text, in its order: separated by blanks, commas, semicolons or line ends. Of
 * `Ann Smith <ann@acme.example>` the name is none.
 */
export function addressesIn(text: string): string[] {
  const seen = new Map<string, string>();
  for (const segment of text.replace(QUOTED_NAME, " ").split(/[\r\n,;]+/)) {
    const words = segment
      .replace(/(?:(?<!\s)\s+)?([<>])\s*/g, (_, bracket) => (bracket === "<" ? " <" : "> "))
      .split(/\s+/);
    const isNamed = BRACKETED.test(segment);
    for (const word of words) {
      const address = word
        .replace(/^[<"'(]+/, "")
        .replace(/(?<![>"')])[>"')]+$/, "")
        .trim();
      if (address === "" || (isNamed && !address.includes("@"))) continue;
      if (!seen.has(foldAddress(address))) seen.set(foldAddress(address), address);
    }
  }
  return [...seen.values()];
}

/** Single checks: the engine keeps the service's rate, so all are handed over at once and come back one by one. */
export function createChecksStore(bridge: Bridge, now: () => number = () => performance.now()) {
  let next = 1;
  // When each card was last asked anew: the answer may be there before a double click ends.
  const askedAt = new Map<string, number>();
  return createStore<ChecksState>()((set, get) => {
    const change = (key: string, patch: Partial<Asked>): void =>
      set({ asked: get().asked.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
    const fresh = (address: string): Asked => ({
      key: `check-${next++}`,
      address,
      state: "asked",
      check: null,
      problem: null,
    });
    const found = (address: string): Asked | undefined =>
      get().asked.find((one) => foldAddress(one.address) === foldAddress(address));
    const ask = async (
      accountId: string,
      { key, address }: Asked,
      how: { batch: string; again?: boolean; anyway?: boolean },
    ): Promise<void> => {
      const answer = await bridge.call("checks.check", { accountId, address, ...how });
      if (answer.ok) change(key, { state: "answered", check: answer.value, problem: null });
      else change(key, { state: "failed", check: null, problem: answer.problem });
    };
    return {
      asked: [],
      queue: null,
      async check(accountId, addresses) {
        const batch = `batch-${next}`;
        const added = addresses.filter((address) => found(address)?.state !== "asked").map(fresh);
        const asking = new Set(added.map((one) => foldAddress(one.address)));
        const kept = get().asked.filter((one) => !asking.has(foldAddress(one.address)));
        set({ asked: [...added, ...kept] });
        await Promise.all(added.map((one) => ask(accountId, one, { batch })));
      },
      async again(accountId, key) {
        const one = get().asked.find((other) => other.key === key);
        if (!one || one.state === "asked") return;
        if (now() - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) < DOUBLE_CLICK_MS) return;
        askedAt.set(key, now());
        change(key, { state: "asked" });
        const anyway = one.check?.suppressed === true;
        await ask(accountId, one, { batch: `batch-${next++}`, again: true, anyway });
      },
      async suggested(accountId, key) {
        const at = get().asked.findIndex((one) => one.key === key);
        const address = get().asked[at]?.check?.suggestion;
        if (!address || found(address)) return;
        const added = fresh(address);
        set({ asked: get().asked.toSpliced(at + 1, 0, added) });
        await ask(accountId, added, { batch: `batch-${next++}` });
      },
      async readQueue(accountId) {
        const answer = await bridge.call("checks.queue", { accountId });
        if (answer.ok) set({ queue: answer.value });
      },
      async forget(key) {
        const address = get().asked.find((one) => one.key === key)?.address;
        if (address === undefined) return null;
        const forgotten = await bridge.call("checks.forget", { address });
        if (!forgotten.ok) return forgotten.problem;
        set({ asked: get().asked.filter((one) => one.key !== key) });
        return null;
      },
      clear: () => set({ asked: get().asked.filter((one) => one.state === "asked") }),
    };
  });
}
