import { createStore } from "zustand/vanilla";
import type { AppInfo, Settings } from "../../shared/bridge/app.ts";
import { DEFAULT_SETTINGS } from "../../shared/bridge/defaults.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";

/**
 * Data that another page may have changed: marks of a cleaning (`results <id>`), suppression lists, single checks,
 * erased single checks (`forgotten`), or erased cleanings.
 */
export type InvalidationKey =
  | `results ${string}`
  | "suppression"
  | "checks"
  | "forgotten"
  | "erased"
  | "team"
  | "team synced";

export interface AppState {
  info: AppInfo | null;
  settings: Settings;
  online: boolean;
  /** Time since which the host is unreachable, in Unix ms; `null` while it is reachable. */
  unreachableSince: number | null;
  waitsForKeychain: boolean;
  /** Incremented when a restore replaces all data, so that screens remount. */
  remountKey: number;
  /** Incremented when the event stream resumes after a break; data read before may be stale. */
  reconnects: number;
  /** Number of changes per kind of data; see `heard`. */
  changeCounts: Readonly<Partial<Record<InvalidationKey, number>>>;
  /** The reason why Winnow could not start; `null` if it did. */
  problem: Problem | null;
  load(): Promise<void>;
  /** Reloads the settings after the engine changed them. Pending saves are kept. */
  readSettings(): Promise<void>;
  save(patch: Partial<Settings>): Promise<Problem | null>;
  setOnline(online: boolean): void;
  waitForKeychain(waiting: boolean): void;
  remount(): void;
  reconnected(): void;
  setUnreachable(heardUntil: number): void;
  invalidate(changed: InvalidationKey): void;
}

export function createAppStore(bridge: Bridge) {
  /** The settings as last confirmed by the engine, and the pending patches. */
  let confirmed = DEFAULT_SETTINGS;
  let pending: readonly Partial<Settings>[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  /** Serialises settings calls, because parallel ones could be applied and answered in any order. */
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const asked = turn.then(ask);
    turn = asked.catch(() => undefined);
    return asked;
  };
  return createStore<AppState>()((set, get) => {
    const show = () => {
      let settings = confirmed;
      for (const patch of pending) settings = { ...settings, ...patch };
      set({ settings });
    };
    const read = async () => {
      const settings = await bridge.call("settings.get", {});
      if (settings.ok) confirmed = settings.value;
    };
    const readInTurn = async () => {
      await inTurn(read);
      show();
    };
    return {
      info: null,
      settings: DEFAULT_SETTINGS,
      online: true,
      unreachableSince: null,
      waitsForKeychain: false,
      remountKey: 0,
      reconnects: 0,
      changeCounts: {},
      problem: null,
      async load() {
        const [info] = await Promise.all([bridge.call("app.info", {}), readInTurn()]);
        if (!info.ok) return set({ problem: info.problem });
        set({ info: info.value, problem: null });
      },
      readSettings: readInTurn,
      save(patch) {
        pending = [...pending, patch];
        show();
        return inTurn(async () => {
          const saved = await bridge.call("settings.set", patch);
          if (saved.ok) confirmed = saved.value;
          // The save may have succeeded even if its response was lost.
          else await read();
          pending = pending.filter((one) => one !== patch);
          show();
          return saved.ok ? null : saved.problem;
        });
      },
      setOnline: (online) => set({ online }),
      waitForKeychain: (waitsForKeychain) => set({ waitsForKeychain }),
      remount: () => set({ remountKey: get().remountKey + 1 }),
      reconnected: () => set({ reconnects: get().reconnects + 1, unreachableSince: null }),
      setUnreachable: (unreachableSince) => set({ unreachableSince }),
      invalidate(changed) {
        const { changeCounts } = get();
        set({ changeCounts: { ...changeCounts, [changed]: (changeCounts[changed] ?? 0) + 1 } });
      },
    };
  });
}
