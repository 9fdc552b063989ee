import { count, counted } from "../../shared/numbers.ts";

export const compareWords = {
  goneTitle: "One of these lists was deleted for good",
  goneDetail: "There is nothing left to compare with.",
  title: "What changed",
  before: "Before",
  after: "After",
  swap: "Swap",
  compare: "Compare with another list…",
  pickTitle: (name: string) => `Compare '${name}' with`,
  pickHelp: "The older list is 'Before', the newer one is 'After'.",
  pickNone: (sandbox: boolean) =>
    sandbox
      ? "The sandbox has no other list with results yet."
      : "There is no other list with results yet. Lists of the sandbox are not offered: their verdicts are made up.",
  madeUp:
    "One of these lists was tried out in the sandbox: its verdicts are made up, so changes between the verdicts mean nothing.",
  search: "Search lists",
  kinds: {
    changed: (n: number) => `${count(n)} changed`,
    gained: (n: number) => `${count(n)} newly verified`,
    lost: (n: number) => `${count(n)} no longer verified`,
    new: (n: number) => `${count(n)} new`,
    left: (n: number) => `${count(n)} removed`,
  },
  kindHelp: {
    changed: "In both lists, with different verdicts.",
    gained: "In both lists, with a verdict only in the newer one.",
    lost: "In both lists, with a verdict only in the older one.",
    new: "Only in the list after.",
    left: "Only in the list before.",
  },
  same: (n: number) => counted(n, "address has the same verdict.", "addresses have the same verdict."),
  neither: (n: number) => `${counted(n, "has", "have")} none in either list.`,
  moves: "Verdicts before and after",
  corner: "Before ↓ after →",
  move: (from: string, to: string, n: number) => `${from} before, ${to} after: ${count(n)}`,
  rows: "Addresses",
  address: "Address",
  none: "Not in this list",
  nothing: {
    changed: "No verdict changed",
    gained: "Nothing was newly verified",
    lost: "Everything that was verified still is",
    new: "No address is new",
    left: "No address was removed",
  },
  nothingDetail: "Look at the other kinds, or compare with another list.",
  open: (name: string) => `Open '${name}'`,
} as const;
