import { count, counted } from "../../shared/numbers.ts";

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
