import { count } from "../format/numbers.ts";

export const compareWords = {
  title: "What changed",
  before: "Before",
  after: "After",
  swap: "Swap",
  compare: "Compare with another list…",
  pickTitle: (name: string) => `Compare '${name}' with`,
  pickHelp: "The older one counts as before, the newer one as after.",
  pickNone: "There is no other list with results yet.",
  search: "Search lists",
  kinds: {
    changed: (n: number) => `${count(n)} changed`,
    new: (n: number) => `${count(n)} new`,
    left: (n: number) => `${count(n)} left`,
  },
  kindHelp: {
    changed: "In both lists, with another verdict.",
    new: "Only in the list after.",
    left: "Only in the list before.",
  },
  same: (n: number) =>
    n === 1 ? "1 address has the same verdict." : `${count(n)} addresses have the same verdict.`,
  moves: "Verdicts before and after",
  corner: "Before ↓ after →",
  move: (from: string, to: string, n: number) => `${from} before, ${to} after: ${count(n)}`,
  rows: "Addresses",
  address: "Address",
  none: "Not in this list",
  nothing: { changed: "No verdict changed", new: "Nothing is new", left: "Nothing left" },
  nothingDetail: "Look at the other kinds, or compare with another list.",
  open: (name: string) => `Open '${name}'`,
} as const;
