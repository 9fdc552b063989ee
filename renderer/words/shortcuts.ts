const isMac = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");
/** Formats a shortcut with Ctrl, or ⌘ on a Mac. */
export const mod = (key: string): string => (isMac() ? `⌘ ${key}` : `Ctrl ${key}`);

interface KeyHint {
  readonly keys: readonly string[];
  readonly does: string;
}

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

export type ShortcutPlace = "everywhere" | "table" | "headers" | "filters";

interface Shortcut {
  readonly where: ShortcutPlace;
  readonly keys: readonly string[];
  readonly does: string;
}

/** Keys that open the context menu; macOS has none. */
const MENU_KEYS = isMac() ? [] : ["Shift F10"];

export const SHORTCUTS: readonly Shortcut[] = [
  { where: "everywhere", keys: [mod("O")], does: "Open a file" },
  { where: "everywhere", keys: [mod("F")], does: "Search" },
  { where: "everywhere", keys: [mod("E")], does: "Export" },
  { where: "everywhere", keys: [mod("Shift L")], does: "Add to a suppression list" },
  { where: "everywhere", keys: [mod("K")], does: "Command palette" },
  { where: "everywhere", keys: ["?"], does: "Keyboard shortcuts" },
  { where: "everywhere", keys: ["Esc"], does: "Close the open dialog, panel or menu" },
  { where: "table", keys: ["↓", "J"], does: "Next row" },
  { where: "table", keys: ["↑", "K"], does: "Previous row" },
  { where: "table", keys: ["Page Up", "Page Down", "Home", "End"], does: "Jump further" },
  { where: "table", keys: ["Enter"], does: "Row details" },
  { where: "table", keys: ["Enter", "Tab"], does: "Move into the open details" },
  { where: "table", keys: ["Shift Tab"], does: "Back to the row" },
  { where: "table", keys: ["Alt ↓", ...MENU_KEYS], does: "Row menu" },
  { where: "table", keys: ["Alt ↑"], does: "Go to the column headers" },
  { where: "table", keys: ["X", "Space"], does: "Select the row" },
  { where: "table", keys: ["Shift ↓", "Shift ↑", "Shift click"], does: "Select several" },
  { where: "table", keys: [mod("A")], does: "Select every row" },
  { where: "table", keys: ["Y"], does: "Keep the selected rows, or this one" },
  { where: "table", keys: ["N"], does: "Drop the selected rows, or this one" },
  { where: "table", keys: ["/"], does: "Search rows" },
  { where: "table", keys: [mod("C")], does: "Copy the selected rows" },
  { where: "table", keys: [mod("Z")], does: "Undo the last mark" },
  { where: "table", keys: [mod("Shift Z")], does: "Redo the mark" },
  { where: "headers", keys: ["←", "→"], does: "Move along the columns and their menus" },
  { where: "headers", keys: ["Enter", "Space"], does: "Sort by the column, or open its menu" },
  { where: "headers", keys: ["↓", "Esc"], does: "Back to the row" },
  { where: "filters", keys: ["F"], does: "Go to the filters" },
  { where: "filters", keys: ["Space"], does: "Filter by a value" },
  { where: "filters", keys: ["−", "Alt Enter", "Alt click"], does: "Exclude a value" },
];
