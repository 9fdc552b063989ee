import { createStore } from "zustand/vanilla";
import { type AppInfo, DEFAULT_SETTINGS, type Settings } from "../../shared/bridge/app.ts";
import type { Problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";

export interface AppState {
  info: AppInfo | null;
  settings: Settings;
  online: boolean;
  /** The system's keychain is waited for. */
  waitsForKeychain: boolean;
  /** How often a backup took the place of everything: screens of before are made anew. */
  generation: number;
  /** Why Winnow could not start; null while it can. */
  problem: Problem | null;
  load(): Promise<void>;
  /** Reads the settings again: the engine changed them. What is being saved meanwhile stays. */
  readSettings(): Promise<void>;
  save(patch: Partial<Settings>): Promise<Problem | null>;
  setOnline(online: boolean): void;
  waitForKeychain(waiting: boolean): void;
  renew(): void;
}

/** Facts about this Winnow, its settings and the network. */
export function createAppStore(bridge: Bridge) {
  let saves = 0;
  return createStore<AppState>()((set, get) => ({
    info: null,
    settings: DEFAULT_SETTINGS,
    online: true,
    waitsForKeychain: false,
    generation: 0,
    problem: null,
    async load() {
      const [info, settings] = await Promise.all([
        bridge.call("app.info", {}),
        bridge.call("settings.get", {}),
      ]);
      if (!info.ok) return set({ problem: info.problem });
      set({ info: info.value, problem: null });
      if (settings.ok) set({ settings: settings.value });
    },
    async readSettings() {
      const before = saves;
      const settings = await bridge.call("settings.get", {});
      if (settings.ok && saves === before) set({ settings: settings.value });
    },
    async save(patch) {
      saves++;
      const before = get().settings;
      set({ settings: { ...before, ...patch } });
      const saved = await bridge.call("settings.set", patch);
      set({ settings: saved.ok ? saved.value : before });
      return saved.ok ? null : saved.problem;
    },
    setOnline: (online) => set({ online }),
    waitForKeychain: (waitsForKeychain) => set({ waitsForKeychain }),
    renew: () => set({ generation: get().generation + 1 }),
  }));
}
