import { createStore } from "zustand/vanilla";
import { foldAddress } from "../../shared/addresses.ts";
import type { Check } from "../../shared/bridge/checks.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";

/** One asked address: in line, being checked, answered, or failed with the reason. */
export interface Asked {
  readonly key: string;
  readonly address: string;
  readonly state: "asked" | "answered" | "failed";
  readonly check: Check | null;
  readonly problem: Problem | null;
}

export interface ChecksState {
  asked: readonly Asked[];
  queue: { waiting: number; perMinute: number; secondsToLast: number } | null;
  check(accountId: string, addresses: readonly string[], again?: boolean): Promise<void>;
  readQueue(accountId: string): Promise<void>;
  clear(): void;
}

/** As many as may be asked for at once: more is a list. */
export const MOST_CHECKS = 60;

/** The distinct addresses of a pasted text, in its order: separated by blanks, commas, semicolons or line ends. */
export function addressesIn(text: string): string[] {
  const seen = new Map<string, string>();
  for (const part of text.split(/[\s,;]+/)) {
    const address = part.replace(/^[<"'(]+|[>"')]+$/g, "").trim();
    if (address && !seen.has(foldAddress(address))) seen.set(foldAddress(address), address);
  }
  return [...seen.values()];
}

/** Single checks: the engine keeps the service's rate, so all are handed over at once and come back one by one. */
export function createChecksStore(bridge: Bridge) {
  let next = 1;
  return createStore<ChecksState>()((set, get) => {
    const change = (key: string, patch: Partial<Asked>): void =>
      set({ asked: get().asked.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
    return {
      asked: [],
      queue: null,
      async check(accountId, addresses, again = false) {
        const batch = `batch-${next}`;
        const added = addresses.map(
          (address): Asked => ({
            key: `check-${next++}`,
            address,
            state: "asked",
            check: null,
            problem: null,
          }),
        );
        const asking = new Set(addresses.map(foldAddress));
        const kept = get().asked.filter((one) => !asking.has(foldAddress(one.address)));
        set({ asked: [...added, ...kept] });
        await Promise.all(
          added.map(async ({ key, address }) => {
            const answer = await bridge.call("checks.check", { accountId, address, again, batch });
            if (answer.ok) change(key, { state: "answered", check: answer.value });
            else change(key, { state: "failed", problem: answer.problem });
          }),
        );
      },
      async readQueue(accountId) {
        const answer = await bridge.call("checks.queue", { accountId });
        if (answer.ok) set({ queue: answer.value });
      },
      clear: () => set({ asked: get().asked.filter((one) => one.state === "asked") }),
    };
  });
}
