import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { RowClass } from "../../shared/bridge/constants.ts";
import { DELETE_HERE } from "../../shared/cleaning-state.ts";
import { count, counted } from "../../shared/numbers.ts";
import { SEGMENT_NAMES } from "./answer.ts";

export const resultsWords = {
  loading: "Reading the results…",
  rows: (n: number) => (n === 1 ? "row" : "rows"),
  goneTitle: "This list was deleted for good",
  goneDetail:
    "Its rows and its results are erased from this machine, and so is Winnow's copy of it. Your original file is not touched.",
  missing: (n: number) =>
    n === 1
      ? "No verdict was returned for 1 address. It is marked unknown and may be kept."
      : `No verdict was returned for ${count(n)} addresses. They are marked unknown and may be kept.`,
  missingTitle: "Some results are missing",
  fetchAgainHelp: "This costs nothing. Files that you already exported do not change: export them again.",
  unverifiedTitle: "Not every row has a verdict",
  unverified: (
    { parts, addresses, rows }: NonNullable<Cleaning["unverified"]>,
    of: number,
    state: Cleaning["state"],
  ) =>
    `${state === "cancelled" ? "Cancelled before they were verified" : parts === 0 ? "Another list was verifying them, but ended without their verdicts" : `${count(parts)} of ${counted(of, "part")} returned no results`}: ${counted(addresses, "address", "addresses")}${rows === null ? "" : `, so ${counted(rows, "row has", "rows have")} no verdict`}.`,
  unverifiedForGood:
    "These parts cannot be tried again. Clean the list again: addresses already known cost nothing.",
  search: "Search addresses",
  searchAllLabel: "Search addresses and all columns",
  searchAll: "All columns",
  columns: "Columns",
  columnsReset: "Reset to the list's order",
  moveLeft: (name: string) => `Move '${name}' to the left`,
  moveRight: (name: string) => `Move '${name}' to the right`,
  showColumn: (name: string) => `Show '${name}'`,
  export: "Export…",
  more: "More",
  undo: "Undo the last mark",
  redo: "Redo the mark",
  chips: "Filters",
  removeChip: (name: string) => `Remove the filter '${name}'`,
  shown: (n: number, of: number) => `${n === of ? "" : `${count(n)} of `}${counted(of, "row")}`,
  nothingTitle: "No matching rows",
  nothingDetail: "Remove a filter, or search for something else.",
  emptyTitle: "There are no rows here",
  emptyDetail: "The list has no rows with results.",
  unfinishedTitle: "Results are not complete yet",
  unfinishedDetail:
    "The results appear once all of them have been fetched. See the progress on the Clean screen.",
  table: "Results",
  verdict: "Verdict",
  flagsColumn: "Flags",
  verifiedAt: "Verified",
  sortBy: (name: string) => `Sort by ${name}`,
  sortAscending: "Sort ascending",
  sortDescending: "Sort descending",
  sortNumbers: "Sort as numbers",
  sortTexts: "Sort as text",
  sortNone: "Clear sorting",
  hide: "Hide column",
  filterColumn: "Filter this column",
  contains: "contains",
  equals: "equals",
  is_empty: "is empty",
  is_not_empty: "is not empty",
  filterValue: "Text",
  applyFilter: "Filter",
  columnMenu: (name: string) => `Column '${name}'`,
  wider: "Wider",
  narrower: "Narrower",
  selectRow: (row: number) => `Select row ${count(row)}`,
  copied: (n: number) => `${counted(n, "row")} copied`,
  copyTooMany: (most: number) =>
    `No more than ${counted(most, "row", "rows")} can be copied at once, so nothing was copied. Export them instead.`,
  copyRefused: "Winnow could not use the clipboard. Nothing was copied.",
  keep: "Keep",
  drop: "Drop",
  clearMark: "Clear mark",
  marked: { keep: "Marked keep", drop: "Marked drop" },
  markedNow: (decision: "keep" | "drop" | null, n: number) =>
    `${counted(n, "row")} ${decision === null ? "without a mark now" : `marked ${decision}`}.`,
  stepped: (redo: boolean, n: number) =>
    n === 0
      ? `There is nothing to ${redo ? "redo" : "undo"}.`
      : `${redo ? "Redone" : "Undone"}: the marks of ${counted(n, "row")}.`,
  timeline: "What happened",
  report: "Report for a client…",
  rename: "Rename or tag…",
  cleanAgain: "Clean this list again…",
  suppressedHelp: "On a suppression list, or its owner opted out: not to be mailed. Exports leave it out.",
  correctedFrom: (before: string) => `Corrected. In your file: ${before}`,
  purge: (days: number) => counted(days, "day left at the service", "days left at the service"),
  purged: "No longer at the service",
  stale: (days: number) =>
    `Verified ${counted(days, "day")} ago, so its verdicts are no longer fresh: cleaning it again costs credits`,
  deleteAtService: "Delete at the service…",
  deleteAtServiceText:
    "The service deletes the list and its results now instead of after 30 days. Everything stays here in Winnow. This cannot be undone at the service.",
  deleteHere: "Delete here…",
  deleteHereText: DELETE_HERE,
  of: (done: number, total: number) => `${count(done)} of ${counted(total, "row")} written`,
} as const;

export const CLASS_WORDS: Record<RowClass, string> = {
  first: "First with its address",
  repeated: "Duplicate",
  malformed: "Invalid",
  empty: "Empty",
  suppressed: "Suppressed",
  beyond_limit: "Left for later",
};

export const rowWords = {
  title: "Row",
  whole: "The whole row",
  history: "Verification history, in all lists",
  historyNone: (hasVerdict: boolean) =>
    hasVerdict
      ? "No other verdict for this address is kept. The one above belongs to this list."
      : "No verdict for this address is kept.",
  serviceRow: "The service's own row",
  reason: "Reason",
  reasonPlaceholder: "Why? (optional)",
  mark: "Your mark",
  noAddress: "No address in this row",
} as const;

export const presetWords = {
  saved: "Saved:",
  save: "Save as preset…",
  name: "Name of the preset",
  remove: (name: string) => `Remove the preset '${name}'`,
  removed: (name: string) => `The preset '${name}' is removed.`,
  help: "Saved by you.",
  nameless: "These choices refer to something that only this list has, so they cannot be saved.",
} as const;

function countedAs(n: number, isAddresses: boolean): string {
  return isAddresses ? counted(n, "address", "addresses") : counted(n, "row");
}

export const exportWords = {
  title: "Export",
  sandbox: "These verdicts are made up, and the file does not say so. Do not use them for a mailing.",
  what: "What to export",
  more: "More choices",
  selected: "Selected rows",
  selectedHelp: "The rows that you selected, in their order on screen, including those marked drop.",
  screen: "What is on screen",
  screenHelp: "The rows that match the current filters, in the order shown.",
  safe: SEGMENT_NAMES.safe,
  safeHelp: "Deliverable, each address once.",
  risky: SEGMENT_NAMES.risky,
  riskyHelp: "Accept-all and unknown: for small, careful batches.",
  do_not_send: SEGMENT_NAMES.do_not_send,
  do_not_sendHelp:
    "Undeliverable, suppressed, or dropped by you: the address column alone, for suppression lists.",
  not_verified: SEGMENT_NAMES.not_verified,
  not_verifiedHelp: "Addresses without a verdict, each once.",
  everything: "Everything, with verdicts",
  everythingHelp: "All rows except suppressed ones, unchanged, each with its verdict.",
  per_verdict: "One file per verdict",
  per_verdictHelp: "The rows of the list, sorted into files by verdict.",
  format: "Format",
  exact: "Same CSV format as your file",
  exactHelp:
    "Same delimiter, quoting, line endings and encoding: every cell byte for byte, formulas included.",
  excel: "CSV for Excel",
  excelHelp: "UTF-8 with BOM.",
  xlsx: "Excel workbook (XLSX)",
  xlsxHelp:
    "Text stays text: leading zeros and + signs are kept. Numbers and dates of a workbook keep their type.",
  delimiter: "Delimiter",
  columns: "Columns",
  columnsAll: (n: number) => `All ${count(n)} of the list`,
  columnsShown: (n: number) => `As in the table (${count(n)})`,
  columnsChosen: "Choose…",
  columnsNamed: "Columns to write, in this order",
  writeColumn: (name: string) => `Write '${name}'`,
  columnsNone: "Choose at least one column.",
  columnsRewritten: "Chosen columns are rewritten in the list's own delimiter and encoding.",
  withVerdicts: "Add the verdict columns",
  guard: "Guard against spreadsheet formulas",
  guardHelp: "Cells that a spreadsheet would run as formulas are made harmless. Phone numbers do not change.",
  corrections: (n: number) =>
    `${count(n)} ${n === 1 ? "address is" : "addresses are"} written with corrections; everything else stays unchanged.`,
  corrected: (n: number) => `${counted(n, "row has its address", "rows have their address")} corrected.`,
  marks: (leavesOutSuppressed: boolean) =>
    `Your Keep and Drop choices apply.${leavesOutSuppressed ? " A suppressed address is left out even if you keep it." : ""}`,
  alsoRisky: (addresses: number) =>
    `Risky ones too, as a second file (${counted(addresses, "address", "addresses")})`,
  amount: countedAs,
  write: (n: number, isAddresses: boolean) => `Export ${countedAs(n, isAddresses)}`,
  leftOut: (rows: number, reasons: string) => `${counted(rows, "row is", "rows are")} left out: ${reasons}.`,
  writtenUnverified: (rows: number) =>
    `${count(rows)} of the rows written ${rows === 1 ? "has" : "have"} no verdict: their part returned no results.`,
  leaveOutSuppressed: "Leave out suppressed addresses",
  countsAsSent:
    "For forecasts, Winnow counts this file as sent once you import bounces or a report of the mailing.",
  writtenSuppressed: (rows: number) =>
    `${count(rows)} of the rows written ${rows === 1 ? "is" : "are"} on a suppression list: not to be mailed.`,
  writtenUnwanted: (rows: number) =>
    `${count(rows)} of the rows written ${rows === 1 ? "is" : "are"} not to be mailed, according to the service that ${rows === 1 ? "its" : "their"} file came from.`,
  leaveOutDropped: "Leave out rows marked drop",
  keepEmpty: "Keep rows without an address",
  writtenDropped: (rows: number) =>
    `${count(rows)} of the rows written ${rows === 1 ? "is" : "are"} marked drop.`,
  counting: "Counting…",
  done: (rows: number) => `${counted(rows, "row")} written`,
  download: (name: string) => `Download ${name}`,
  show: "Show in folder",
  open: "Open",
  replace: "Replace it",
  stop: "Stop",
  finish: "Done",
} as const;

/** Replaces words of `exportWords` if the list was converted to CSV when it was read. */
export const convertedWords = {
  exact: "CSV",
  exactHelp: "UTF-8, separated by commas, because the list was not read from a CSV file.",
} as const;

export const compareWords = {
  goneTitle: "One of these lists was deleted for good",
  goneDetail: "There is nothing left to compare with.",
  title: "What changed",
  before: "Before",
  after: "After",
  compare: "Compare with another list…",
  pickTitle: (name: string) => `Compare '${name}' with`,
  pickHelp: "The older list is 'Before', the newer one is 'After'.",
  pickNone: (sandbox: boolean) =>
    sandbox
      ? "The sandbox has no other list with results yet."
      : "There is no other list with results yet. Sandbox lists are not offered: their verdicts are made up.",
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
    new: "Only in the newer list.",
    left: "Only in the older list.",
  },
  same: (n: number) => counted(n, "address has the same verdict.", "addresses have the same verdict."),
  neither: (n: number) => `${counted(n, "has", "have")} none in either list.`,
  moves: "Verdicts before and after",
  corner: "Before ↓ after →",
  move: (from: string, to: string, n: number) => `${from} before, ${to} after: ${count(n)}`,
  rows: "Addresses",
  address: "Address",
  none: "Not in this list",
  why: "Why",
  verifiedAgain: "Verified again",
  act: "Show rows, to export or suppress them",
  nothing: {
    changed: "No verdict changed",
    gained: "Nothing was newly verified",
    lost: "Everything that was verified still is",
    new: "No address is new",
    left: "No address was removed",
  },
  nothingDetail: "See the other kinds, or compare with another list.",
  open: (name: string) => `Open '${name}'`,
} as const;
