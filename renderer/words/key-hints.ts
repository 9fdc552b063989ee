/** Whether the keyboard is a Mac's. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? "");
/** A key pressed together with Ctrl, or with ⌘ on a Mac. */
export const mod = (key: string): string => (isMac() ? `⌘ ${key}` : `Ctrl ${key}`);

/** Keys and what they do, in the fewest words. */
interface KeyHint {
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
