import { DEFAULT_CLEANING_OPTIONS } from "../../../shared/bridge/defaults.ts";

import type { Intake, IntakeState } from "./types.ts";

export const NOTHING_READ = { bytesRead: 0, bytesTotal: 0, rows: 0 };

export type OpenLists = ReturnType<typeof createOpenLists>;

export function createOpenLists(
  get: () => Pick<IntakeState, "intakes">,
  set: (state: Pick<IntakeState, "intakes">) => void,
) {
  let nextKey = 1;
  return {
    all: () => get().intakes,
    find: (key: string): Intake | undefined => get().intakes.find((one) => one.key === key),
    change: (key: string, patch: Partial<Intake>): void =>
      set({ intakes: get().intakes.map((one) => (one.key === key ? { ...one, ...patch } : one)) }),
    drop: (key: string): void => set({ intakes: get().intakes.filter((one) => one.key !== key) }),
    show: (intakes: readonly Intake[]): void => set({ intakes }),
    /** Returns a new id for lists that are added together, such as `resumed-3`. */
    nextDrop: (what: string): string => `${what}-${nextKey}`,
    fresh: (name: string, drop: string): Intake => ({
      key: `intake-${nextKey++}`,
      drop,
      name,
      listId: null,
      readOptions: {},
      reading: NOTHING_READ,
      preflight: null,
      problem: null,
      options: DEFAULT_CLEANING_OPTIONS,
      price: null,
      pricedFor: null,
      pricing: false,
      priceProblem: null,
      starting: false,
      startProblem: null,
      domains: { kind: "not_asked" },
      autoStartLimit: null,
      isAutoStarted: false,
    }),
  };
}
