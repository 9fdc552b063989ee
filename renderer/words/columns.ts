import { count } from "../../shared/numbers.ts";

export const columnWords = {
  search: "Search columns",
  noMatch: "No matching columns",
  showAll: "Show all",
  hideAll: "Hide all",
  showFound: (n: number) => `Show ${count(n)} found`,
  hideFound: (n: number) => `Hide ${count(n)} found`,
  selectAll: "Select all",
  selectNone: "Select none",
  selectFound: (n: number) => `Select ${count(n)} found`,
  deselectFound: (n: number) => `Deselect ${count(n)} found`,
} as const;
