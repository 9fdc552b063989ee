import { createStore } from "zustand/vanilla";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../shared/bridge/constants.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import type { Bridge } from "../bridge.ts";

/** Maximum duration of a double click, in milliseconds. Its second click must not agree to a price. */
export const DOUBLE_CLICK_MS = 500;

export interface CleaningsState {
  byId: Readonly<Record<string, Cleaning>>;
  /** Ids of cleanings that were erased while this page was open. */
  erasedIds: ReadonlySet<string>;
  loaded: boolean;
  problem: Problem | null;
  /** Cleanings shown on the Clean screen until dismissed: unfinished ones at startup and those started since. */
  watched: readonly string[];
  /** Loads the newest cleanings and refreshes the known ones, as events may have been missed. */
  load(): Promise<void>;
  put(cleaning: Cleaning): void;
  fetch(id: string): Promise<Result<Cleaning>>;
  watch(id: string): void;
  dismiss(id: string): void;
  /** `agreedCredits` is the cost shown to the user. */
  act(id: string, action: CleaningAction, agreedCredits?: number): Promise<Problem | null>;
  update(id: string, change: { name?: string; tags?: string[] }): Promise<Problem | null>;
  restore(id: string): Promise<Problem | null>;
  erased(id: string): void;
  erase(id: string): Promise<Problem | null>;
}

/** Returns whether the cleaning can still change on its own. */
export function isUnfinished(cleaning: Cleaning): boolean {
  return cleaning.state === "running" || cleaning.state === "waiting" || cleaning.state === "paused";
}

/** Returns the cleanings that are not in the bin, newest first. */
export function newestCleanings(byId: CleaningsState["byId"]): Cleaning[] {
  return Object.values(byId)
    .filter(({ deletedAt }) => deletedAt === null)
    .sort((a, b) => b.createdAt - a.createdAt);
}

/** Returns whether a newer state was already received. Responses and events arrive in no particular order. */
function isPast(known: Cleaning | undefined, received: Cleaning): boolean {
  return (known?.revision ?? 0) > (received.revision ?? Number.POSITIVE_INFINITY);
}

export function createCleaningsStore(bridge: Bridge, now: () => number = () => performance.now()) {
  // Time at which cards last moved under the pointer. A click right after that may have been meant for another card.
  let movedAt = Number.NEGATIVE_INFINITY;
  return createStore<CleaningsState>()((set, get) => {
    const put = (cleaning: Cleaning): void => {
      if (get().erasedIds.has(cleaning.id) || isPast(get().byId[cleaning.id], cleaning)) return;
      set({ byId: { ...get().byId, [cleaning.id]: cleaning } });
      if (isUnfinished(cleaning)) get().watch(cleaning.id);
    };
    const took = (answer: Result<Cleaning>): Problem | null => {
      if (!answer.ok) return answer.problem;
      put(answer.value);
      return null;
    };
    /** Fetches known cleanings that are missing from the newest ones: older, in the bin, or erased. */
    const askFor = async (ids: readonly string[]): Promise<void> => {
      for (const id of ids) {
        const answer = await bridge.call("cleanings.get", { cleaningId: id });
        if (answer.ok) put(answer.value);
        else if (answer.problem.code === "cleaning_unknown") {
          const { [id]: _gone, ...byId } = get().byId;
          set({ byId, watched: get().watched.filter((one) => one !== id) });
        }
      }
    };
    return {
      byId: {},
      erasedIds: new Set(),
      loaded: false,
      problem: null,
      watched: [],
      async load() {
        const known = Object.keys(get().byId);
        const listed = await bridge.call("cleanings.list", { limit: 100 });
        if (!listed.ok) return set({ loaded: true, problem: listed.problem });
        const byId = { ...get().byId };
        for (const cleaning of listed.value.cleanings)
          if (!get().erasedIds.has(cleaning.id) && !isPast(byId[cleaning.id], cleaning))
            byId[cleaning.id] = cleaning;
        const open = listed.value.cleanings.filter(
          (one) => isUnfinished(one) && one.deletedAt === null && !get().erasedIds.has(one.id),
        );
        set({
          byId,
          loaded: true,
          problem: null,
          watched: [...new Set([...get().watched, ...open.map((one) => one.id)])],
        });
        const here = new Set(listed.value.cleanings.map((one) => one.id));
        await askFor(known.filter((id) => !here.has(id)));
      },
      put,
      async fetch(id) {
        const answer = await bridge.call("cleanings.get", { cleaningId: id });
        if (answer.ok) put(answer.value);
        return answer;
      },
      watch(id) {
        const { watched } = get();
        if (watched.includes(id)) return;
        if (watched.length > 0) movedAt = now();
        set({ watched: [id, ...watched] });
      },
      dismiss(id) {
        movedAt = now();
        set({ watched: get().watched.filter((one) => one !== id) });
      },
      async act(id, action, agreedCredits) {
        if ((agreedCredits ?? 0) > 0 && now() - movedAt < DOUBLE_CLICK_MS) return null;
        return took(await bridge.call("cleanings.act", { cleaningId: id, action, agreedCredits }));
      },
      update: async (id, change) =>
        took(await bridge.call("cleanings.update", { cleaningId: id, ...change })),
      erased(id) {
        const { [id]: _, ...byId } = get().byId;
        set({
          byId,
          erasedIds: new Set([...get().erasedIds, id]),
          watched: get().watched.filter((one) => one !== id),
        });
      },
      restore: async (id) => took(await bridge.call("cleanings.restore", { cleaningId: id })),
      async erase(id) {
        const erased = await bridge.call("cleanings.erase", { cleaningId: id });
        if (erased.ok) get().erased(id);
        return erased.ok ? null : erased.problem;
      },
    };
  });
}
