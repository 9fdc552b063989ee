import { count, counted } from "../../shared/numbers.ts";
import { assertNever } from "../../shared/result.ts";
import type { Provider, Reason } from "../../shared/segments.ts";
import { sourceWords } from "./verdicts.ts";

export const facetWords = {
  title: "Filter",
  verdict: "Verdict",
  flag: "Flag",
  reason: "Reason",
  provider: "Provider",
  mailHost: "Mail host",
  domain: "Domain",
  rows: "Rows",
  clear: "Clear",
  clearOf: (group: string) => `Clear ${group}`,
  value: (name: string, rows: number) => `${name} ${counted(rows, "row")}`,
  excludedValue: (name: string, rows: number) => `${name} ${counted(rows, "row")}, excluded`,
  values: (group: string, n: number | null) => (n === null ? group : `${group} ${counted(n, "value")}`),
  more: (n: number) => `${count(n)} more`,
  search: (group: string) => `Search ${group}`,
  none: "None in these rows",
  noMatch: "No matching values",
  filled: (filled: number, rows: number) =>
    filled === rows ? "Filled in every row" : `Filled in ${count(filled)} of ${count(rows)} rows`,
  empty: "(empty)",
  likelyTypo: "Likely typo",
  likelyTypoHelp: (meant: string | null) =>
    meant === null ? "Its domain looks mistyped." : `Probably ${meant}.`,
  only: "Only this",
  add: "Filter by this",
  remove: "Remove from the filter",
  exclude: "Exclude",
  include: "Stop excluding",
  menuOf: (name: string) => `Filter by '${name}'`,
  bin: (from: string, to: string, rows: number) => `${from} to ${to}: ${counted(rows, "row")}`,
  spread: (name: string) => `Distribution of ${name}`,
  addHint: "Space",
  excludeHint: "−",
} as const;

export const PROVIDER_WORDS: Record<Provider, string> = {
  free: "Free provider",
  disposable: "Disposable",
  relay: "Private relay",
  own: "Own domain",
};

export function reasonWords(reason: Reason, sandbox: boolean): string {
  switch (reason) {
    case "service":
    case "missing":
    case "known":
    case "imported":
    case "bounced":
    case "dead_domain":
      return sourceWords(reason, sandbox);
    case "bounced_since":
      return "Bounced since the cleaning";
    case "suppressed_since":
      return "Suppressed since the cleaning";
    case "unverified":
      return "Not verified";
    case "beyond_limit":
      return "Left for later";
    case "suppressed":
      return "Suppressed";
    case "malformed":
      return "Invalid address";
    case "empty":
      return "Empty";
    default:
      return assertNever(reason);
  }
}

const rows = (n: number): string => counted(n, "row");

export const tableWords = {
  searchPlaceholder: "Search rows",
  helpKeys: "Select rows to keep or drop them by hand.",
  markedBy: {
    keep: (n: number) => `${rows(n)} kept by hand`,
    drop: (n: number) => `${rows(n)} dropped by hand`,
  },
  selected: (n: number, of: number) =>
    n === of ? `${rows(n)} selected` : `${count(n)} of ${rows(of)} selected`,
  exportSelected: (n: number) => `Export ${rows(n)}…`,
  forgotten: (n: number) => `${rows(n)} ${n === 1 ? "is" : "are"} no longer selected: the filter changed.`,
  clear: "Clear",
  clearFilters: "Clear filters",
  copyAddresses: "Copy addresses",
  copyAddress: "Copy address",
  copyRow: "Copy row",
  selectAll: (n: number) => `Select all ${rows(n)}`,
  rangeTooLong: (most: number) =>
    `A range can contain up to ${rows(most)}, so nothing was selected. Filter first, or select all rows.`,
  views: "Views",
  allRows: "All rows",
  view: (name: string, n: number | null) => (n === null ? name : `${name} ${rows(n)}`),
  saveView: "Save this filter as a view",
  saveViewWhy: "Filter the rows first: a view is a filter with a name.",
  viewName: "Name of the view",
  rename: "Rename…",
  update: "Replace with the current filter",
  remove: "Remove",
  addressesOnly: (text: string) => `No address contains '${text}'. Other columns do.`,
  searchAll: (n: number) => `Search all columns (${rows(n)})`,
  showAll: (n: number) => `Show all ${rows(n)}`,
  viewMenu: (name: string) => `View '${name}'`,
  removed: (name: string) => `The view '${name}' is removed.`,
  redo: "Redo",
  rowMenu: (row: number) => `Row ${count(row)}`,
  details: "Open details",
  select: "Select",
  deselect: "Deselect",
  keep: (n: number) => (n === 1 ? "Keep" : `Keep ${rows(n)}`),
  drop: (n: number) => (n === 1 ? "Drop" : `Drop ${rows(n)}`),
  onlyDomain: (domain: string) => `Filter by ${domain}`,
  withoutDomain: (domain: string) => `Exclude ${domain}`,
  chip: (name: string, values: string) => `${name}: ${values}`,
  not: (values: string) => `not ${values}`,
  andMore: (values: string, n: number) => `${values} +${count(n)}`,
  turned: (from: string, to: string) => `${from} before, ${to} now`,
} as const;

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
