import { createStore } from "zustand/vanilla";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import type { Problem } from "../../shared/problems.ts";

type TextDocument = Pick<Document, "activeElement" | "execCommand">;

const TEXT_FIELDS =
  "textarea, [contenteditable], input:not([type]), input[type=text], input[type=search], input[type=password], input[type=email], input[type=url], input[type=number]";

/** Returns whether the command applies to a focused text field first. */
export function isTextCommand(command: string): command is "undo" | "redo" {
  return command === "undo" || command === "redo";
}

/**
 * Undoes or redoes in the focused text field. Returns `false` without one, so the command applies to the screen.
 * Needed because the desktop menu intercepts the shortcuts.
 */
export function undoInText(command: "undo" | "redo", page: TextDocument = document): boolean {
  if (!page.activeElement?.matches(TEXT_FIELDS)) return false;
  // Deprecated, but Chromium has no other API for this.
  page.execCommand(command);
  return true;
}

export type Command = Extract<BridgeEvent, { event: "command" }>["command"];

type NewRequest =
  | { readonly kind: "go"; readonly to: string }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "command"; readonly command: Command };

/** A request to the frame or the current screen. The id distinguishes repeated requests. */
export type UiRequest = NewRequest & { readonly id: number };

export type AppNotification =
  | { readonly kind: "finished"; readonly cleaning: Cleaning }
  | { readonly kind: "restored"; readonly paused: number }
  | { readonly kind: "problem"; readonly problem: Problem };

export interface UiState {
  request: UiRequest | null;
  notification: (AppNotification & { readonly id: number }) | null;
  /** Progress of exports, by the name that the page chose. */
  exports: Readonly<Record<string, { written: number; total: number }>>;
  /** Unsubmitted text by field, kept while the user visits other screens. Never holds API keys. */
  drafts: Readonly<Record<string, string>>;
  draft(field: string, text: string | null): void;
  dispatch(request: NewRequest): void;
  notify(notification: AppNotification): void;
  exporting(name: string, written: number, total: number): void;
}

/** Creates the store that passes commands, notifications and drafts between the menu, keyboard, events and screens. */
export function createUiStore() {
  let next = 1;
  return createStore<UiState>()((set, get) => ({
    request: null,
    notification: null,
    exports: {},
    drafts: {},
    draft(field, text) {
      const { [field]: _, ...others } = get().drafts;
      set({ drafts: text === null ? others : { ...others, [field]: text } });
    },
    dispatch: (request) => set({ request: { ...request, id: next++ } }),
    notify: (notification) => set({ notification: { ...notification, id: next++ } }),
    exporting: (name, written, total) => set({ exports: { ...get().exports, [name]: { written, total } } }),
  }));
}
