import { createStore } from "zustand/vanilla";
import type { AppInfo, Settings } from "../../shared/bridge/app.ts";
import { DEFAULT_SETTINGS } from "../../shared/bridge/defaults.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";

/**
 * Data that another page may have changed: marks of a cleaning (`results <id>`), suppression lists, single checks,
 * erased single checks (`forgotten`), or erased cleanings.
 */
export type Changed = `results ${string}` | "suppression" | "checks" | "forgotten" | "erased";

export interface AppState {
  info: AppInfo | null;
  settings: Settings;
  online: boolean;
  /** Time since which the host is unreachable, in Unix ms; `null` while it is reachable. */
  goneSince: number | null;
  waitsForKeychain: boolean;
  /** Incremented when a restore replaces all data, so that screens remount. */
  generation: number;
  /** Incremented when the event stream resumes after a break; data read before may be stale. */
  breaks: number;
  /** Number of changes per kind of data; see `heard`. */
  changes: Readonly<Partial<Record<Changed, number>>>;
  /** The reason why Winnow could not start; `null` if it did. */
  problem: Problem | null;
  load(): Promise<void>;
  /** Reloads the settings after the engine changed them. Pending saves are kept. */
  readSettings(): Promise<void>;
  save(patch: Partial<Settings>): Promise<Problem | null>;
  setOnline(online: boolean): void;
  waitForKeychain(waiting: boolean): void;
  renew(): void;
  resumed(): void;
  lost(heardUntil: number): void;
  heard(changed: Changed): void;
}

export function createAppStore(bridge: Bridge) {
  /** The settings as last confirmed by the engine, and the pending patches. */
  let told = DEFAULT_SETTINGS;
  let unsaved: readonly Partial<Settings>[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  /** Serialises settings calls, because parallel ones could be applied and answered in any order. */
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const asked = turn.then(ask);
    turn = asked.catch(() => undefined);
    return asked;
  };
  return createStore<AppState>()((set, get) => {
    const show = () => {
      let settings = told;
      for (const patch of unsaved) settings = { ...settings, ...patch };
      set({ settings });
    };
    const read = async () => {
      const settings = await bridge.call("settings.get", {});
      if (settings.ok) told = settings.value;
    };
    const readInTurn = async () => {
      await inTurn(read);
      show();
    };
    return {
      info: null,
      settings: DEFAULT_SETTINGS,
      online: true,
      goneSince: null,
      waitsForKeychain: false,
      generation: 0,
      breaks: 0,
      changes: {},
      problem: null,
      async load() {
        const [info] = await Promise.all([bridge.call("app.info", {}), readInTurn()]);
        if (!info.ok) return set({ problem: info.problem });
        set({ info: info.value, problem: null });
      },
      readSettings: readInTurn,
      save(patch) {
        unsaved = [...unsaved, patch];
        show();
        return inTurn(async () => {
          const saved = await bridge.call("settings.set", patch);
          if (saved.ok) told = saved.value;
          // The save may have succeeded even if its response was lost.
          else await read();
          unsaved = unsaved.filter((one) => one !== patch);
          show();
          return saved.ok ? null : saved.problem;
        });
      },
      setOnline: (online) => set({ online }),
      waitForKeychain: (waitsForKeychain) => set({ waitsForKeychain }),
      renew: () => set({ generation: get().generation + 1 }),
      resumed: () => set({ breaks: get().breaks + 1, goneSince: null }),
      lost: (goneSince) => set({ goneSince }),
      heard(changed) {
        const { changes } = get();
        set({ changes: { ...changes, [changed]: (changes[changed] ?? 0) + 1 } });
      },
    };
  });
}
