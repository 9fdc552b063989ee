import { createStore } from "zustand/vanilla";
import type { AppInfo, Settings } from "../../shared/bridge/app.ts";
import { DEFAULT_SETTINGS } from "../../shared/bridge/defaults.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";

/**
 * The marks of a cleaning's rows, the suppression lists, or what single checks found out; `forgotten`: some of that was;
 * `erased`: a list was, for good.
 */
export type Changed = `results ${string}` | "suppression" | "checks" | "forgotten" | "erased";

export interface AppState {
  info: AppInfo | null;
  settings: Settings;
  online: boolean;
  /** Since when the host is gone, with all that it did, in epoch milliseconds; null while it is there. */
  goneSince: number | null;
  waitsForKeychain: boolean;
  /** How often a backup took the place of everything: screens of before are made anew. */
  generation: number;
  /** How often events flowed again after a break: what was read before may be out of date. */
  breaks: number;
  /** How often a page changed what is shown elsewhere, too, by what it is: see `heard`. */
  changes: Readonly<Partial<Record<Changed, number>>>;
  /** Why Winnow could not start; null while it can. */
  problem: Problem | null;
  load(): Promise<void>;
  /** Reads the settings again: the engine changed them. What is being saved meanwhile stays. */
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
  /** The settings as the engine last told of them, and what is still being saved. */
  let told = DEFAULT_SETTINGS;
  let unsaved: readonly Partial<Settings>[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  /** Asks about settings one at a time: asked together, the engine could take them, and answers arrive, in any order. */
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
          // It may have been saved, and only its answer lost.
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
