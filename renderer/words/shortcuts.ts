const isMac = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");
/** A key pressed together with Ctrl, or with ⌘ on a Mac. */
export const mod = (key: string): string => (isMac() ? `⌘ ${key}` : `Ctrl ${key}`);

/** Every key that does something, in the order in which they are shown. */
export const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: [mod("O")], does: "Open a file" },
  { keys: [mod("F")], does: "Search" },
  { keys: [mod("E")], does: "Export" },
  { keys: [mod("K")], does: "Command palette" },
  { keys: ["?"], does: "Keyboard shortcuts" },
  { keys: ["Esc"], does: "Close what is open" },
  { keys: ["↓", "J"], does: "Next row of the table" },
  { keys: ["↑", "K"], does: "Previous row of the table" },
  { keys: ["Page Up", "Page Down", "Home", "End"], does: "Further through the table" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["Space"], does: "Choose the row" },
  { keys: ["Shift ↓", "Shift ↑"], does: "Choose several rows" },
  { keys: [mod("A")], does: "Choose every row of the table" },
  { keys: [mod("C")], does: "Copy the chosen rows" },
  { keys: [mod("Z")], does: "Undo the last mark" },
  { keys: [mod("Shift Z")], does: "Redo the mark" },
];

/** Keys and what they do, in the fewest words. */
export interface KeyHint {
  readonly keys: readonly string[];
  readonly does: string;
}

/** The keys that stand at the foot of a screen. */
export const KEY_HINTS: { readonly results: readonly KeyHint[]; readonly elsewhere: readonly KeyHint[] } = {
  results: [
    { keys: ["J", "K"], does: "move" },
    { keys: ["X"], does: "select" },
    { keys: ["Enter"], does: "details" },
    { keys: ["F"], does: "filter" },
    { keys: [mod("E")], does: "export" },
  ],
  elsewhere: [
    { keys: [mod("O")], does: "open a file" },
    { keys: [mod("F")], does: "search" },
  ],
};
