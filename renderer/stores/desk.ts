import { createStore } from "zustand/vanilla";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import type { Problem } from "../../shared/problems.ts";

export type Command = Extract<BridgeEvent, { event: "command" }>["command"];

type NewWish =
  | { readonly kind: "go"; readonly to: string }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "command"; readonly command: Command };

/** Something that the frame or the screen in front should do, numbered so that the same wish can come twice. */
export type Wish = NewWish & { readonly id: number };

export type AppNotification =
  | { readonly kind: "finished"; readonly cleaning: Cleaning }
  | { readonly kind: "restored"; readonly paused: number }
  | { readonly kind: "problem"; readonly problem: Problem };

export interface DeskState {
  wish: Wish | null;
  notification: (AppNotification & { readonly id: number }) | null;
  /** Rows written by exports that are under way, by the name that a page gave each. */
  exports: Readonly<Record<string, { written: number; total: number }>>;
  /** What was typed and not used yet, by the name of its field: it is still there when one comes back. Never a key. */
  drafts: Readonly<Record<string, string>>;
  draft(field: string, text: string | null): void;
  ask(wish: NewWish): void;
  tell(notification: AppNotification): void;
  exporting(name: string, written: number, total: number): void;
}

/** What passes between the menu, the keyboard, the events and the screen in front. */
export function createDeskStore() {
  let next = 1;
  return createStore<DeskState>()((set, get) => ({
    wish: null,
    notification: null,
    exports: {},
    drafts: {},
    draft(field, text) {
      const { [field]: _, ...others } = get().drafts;
      set({ drafts: text === null ? others : { ...others, [field]: text } });
    },
    ask: (wish) => set({ wish: { ...wish, id: next++ } }),
    tell: (notification) => set({ notification: { ...notification, id: next++ } }),
    exporting: (name, written, total) => set({ exports: { ...get().exports, [name]: { written, total } } }),
  }));
}
