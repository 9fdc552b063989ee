import type { z } from "zod";
import type { ActionCost, CLEANING_STAGES, PartState } from "../../shared/bridge/cleanings.ts";
import { CLEANING_ACTIONS, type CleaningAction } from "../../shared/bridge/constants.ts";
import type { anomalySchema } from "../../shared/bridge/lists.ts";
import { count, counted } from "../../shared/numbers.ts";
import { balanceWords } from "../../shared/problems/wording.ts";
import { WAIT_ENDS } from "../../shared/waits.ts";

export type AnomalyCode = z.infer<typeof anomalySchema>["code"];

const LINES_NAMED = 6;

export const cleanWords = {
  title: "Clean a list",
  drop: "Drop a list here",
  dropHelp:
    "CSV, TSV, TXT, XLSX, ODS or JSON, compressed or not; bounces also as EML or MBOX. Winnow first shows what is in it: free of charge, and nothing leaves this machine.",
  choose: "Choose a file",
  paste: "Paste addresses",
  sample: "Use the sample list",
  pasteTitle: "Paste addresses",
  pasteLabel: "Addresses, one per line or with their columns",
  pasteName: "Name of the list",
  pasteDefault: (at: string) => `Pasted addresses, ${at}`,
  cleanedBefore: (day: string) => `You cleaned a list of the same name and length on ${day}.`,
  showCleaned: "Show its results",
  pasteDo: "Preview",
  opening: "Opening…",
  receiving: "Receiving the file…",
  reading: (rows: number) => `Reading… ${counted(rows, "row")}`,
  stopReading: "Stop reading",
  discard: (name: string) => `Close '${name}'`,
  discardTitle: (name: string) => `Close '${name}'?`,
  discardText: (corrections: number) =>
    `${count(corrections)} accepted ${corrections === 1 ? "correction is" : "corrections are"} discarded, and Winnow's copy of the list is erased. Your file stays as it is.`,
  discardDo: "Close list",
  anotherFile: "Choose another file",
  free: "Previewed here, free of charge. Nothing has left this machine.",
  freeButNames: "Previewed here, free of charge. Only domain names have left this machine, for DNS lookups.",
  spokenCounts: (rows: number, unique: number) =>
    `${counted(rows, "row")}, ${counted(unique, "distinct address", "distinct addresses")}.`,
  typos: "Likely typos",
  howRead: "How the list is read",
  column: "Address column",
  columnChoose: "Choose a column",
  addressColumnQuestion: "Which column contains the addresses?",
  addressColumnHelp: "More than one column could. Check the first rows below, then choose.",
  columnShare: (name: string, share: string) => `${name} (${share} addresses in a sample)`,
  encoding: "Encoding",
  delimiter: "Delimiter",
  sheet: "Sheet",
  inside: (name: string) => `Read from '${name}', the only file in the archive.`,
  header: "First row is a header",
  headerOn: (line: number) => (line === 1 ? "First row is a header" : `The header is on line ${count(line)}`),
  guessed: "guessed",
  preview: "First rows",
  oddities: "Formatting issues",
  /** `times`: how often it was found; `lines` has the first ones, and repeats a line with several. */
  lines: (lines: readonly number[], times: number) => {
    const distinct = [...new Set(lines)];
    const isMore = distinct.length > LINES_NAMED || times > lines.length;
    const named = distinct.slice(0, LINES_NAMED).map(count).join(", ");
    return `${distinct.length === 1 ? "line" : "lines"} ${named}${isMore ? " …" : ""}`;
  },
  line: "Line",
  cell: "Cell",
  reason: "Reason",
  malformedTitle: "Invalid rows",
  malformedHelp: "They are never uploaded. Your own file does not change.",
  typosTitle: "Likely typos",
  settled:
    "A cleaning uses this list, so you cannot change how it is read. To read it another way, add the file again.",
  typosHelp: "Suggestions only. Nothing changes unless you accept it, and then only in this list.",
  accept: "Accept",
} as const;

export const listSummaryWords = {
  title: "What is in the list",
  sentence: (rows: number, toVerify: number, free: number) => {
    const all = `${counted(rows, "row")} ${rows === 1 ? "contains" : "contain"}`;
    const addresses = counted(toVerify, "address", "addresses");
    if (toVerify === 0)
      return free > 0
        ? `${all} ${counted(free, "known verdict")}: nothing to pay.`
        : `${all} no address to verify.`;
    if (free === 0) return `${all} ${addresses} to verify.`;
    return `${all} ${addresses} to verify; ${count(free)} more cost${free === 1 ? "s" : ""} nothing.`;
  },
  toVerify: "To verify",
  oneCredit: (n: number) => (n === 1 ? "address, 1 credit" : "addresses, 1 credit each"),
  free: "Free",
  leftOut: "Left out",
  review: "Correct them first",
  among: "The list has",
  atFreeProviders: (n: number) => `${count(n)} at free providers`,
  role: (n: number) => `${counted(n, "role address", "role addresses")}`,
  disposable: (n: number) => `${count(n)} disposable`,
} as const;

export const allListsWords = {
  title: "All lists",
  sum: (lists: number, rows: number, credits: number) =>
    `${counted(lists, "list")}, ${counted(rows, "row")}: at most ${counted(credits, "credit")}.`,
  sharedOnce: "An address that is in several of them is paid for once.",
  start: (credits: number) =>
    credits === 0 ? "Clean all, free" : `Verify all, ${counted(credits, "credit")}`,
} as const;

export const typoWords = {
  title: "Corrections",
  likely: (typos: number, corrected: number) =>
    typos === 0
      ? counted(corrected, "typo corrected", "typos corrected")
      : `${counted(typos, "likely typo")}${corrected > 0 ? `, ${count(corrected)} corrected` : ""}`,
  help: "Correct them before you pay. Your own file is not changed.",
  means: "probably means",
  review: "Review each",
  accept: (n: number) => `Accept ${count(n)}`,
  acceptAll: (n: number) => `Accept all ${count(n)}`,
  more: (domains: number) => `And typos of ${counted(domains, "more domain")}.`,
  cells: (cells: number, fixed: number) =>
    cells === 0
      ? counted(fixed, "cell corrected", "cells corrected")
      : `${counted(cells, "cell")} to correct${fixed > 0 ? `, ${count(fixed)} corrected` : ""}`,
  cellsHelp: (cells: number) =>
    cells === 0
      ? "They are verified and exported as corrected."
      : "These cells are not valid addresses: they are neither verified nor exported unless you accept the correction. If a cell contains several addresses, the first is suggested.",
  reviewCells: "Review each cell",
} as const;

export const readAsWords = {
  addressesIn: (column: string) => `Addresses are in “${column}”`,
  hold: (share: string | null) =>
    share === null
      ? "Every filled cell in a sample contains one."
      : `${share} of the filled cells in a sample contain one.`,
  sheet: (name: string) => `Sheet “${name}”`,
  guessed: (encoding: string) => `${encoding}, guessed`,
  noHeader: "No header",
  change: "Change",
  done: "Close",
} as const;

const COLUMNS_NAMED = 4;

function columnList(names: readonly string[]): string {
  const more = names.length - COLUMNS_NAMED;
  const quoted = names.slice(0, more > 1 ? COLUMNS_NAMED : names.length).map((name) => `'${name}'`);
  return more > 1 ? `${quoted.join(", ")} and ${count(more)} more columns` : quoted.join(", ");
}

export const mergeWords = {
  several: (n: number) => `${count(n)} files added together`,
  separate: "Clean separately",
  offer: "Merge into one…",
  title: "Merge into one list",
  help: "The rows are combined in this order. An address that is in several files is verified and paid for once. Your files do not change.",
  name: "Name of the list",
  defaultName: "Merged list.csv",
  source: "Add the file name of each row",
  places: { none: "No", first: "In a new first column", last: "In a new last column" },
  unclear: (names: string) =>
    `Before you merge, answer the questions below about ${names}: merging may rewrite their text.`,
  merge: "Merge",
  typesLost: "In the merged list, numbers and dates from workbooks become text, as displayed.",
  leftBehind: (n: number) =>
    `${counted(n, "line that is not a row is", "lines that are not rows are")} left out: blank lines, and lines above a later file's header.`,
  differ: "They can only be cleaned one by one: their columns differ from those of the first file.",
  difference: (one: { name: string; reason: string; missing: string[]; extra: string[] }) => {
    if (one.reason === "results") return `${one.name} is a results file.`;
    if (one.reason === "header") return `${one.name}: one file has a header, the other has none.`;
    if (one.reason === "address") return `${one.name}: its addresses are in another column.`;
    const parts = [
      one.missing.length > 0 ? `is missing ${columnList(one.missing)}` : "",
      one.extra.length > 0 ? `also has ${columnList(one.extra)}` : "",
    ];
    return `${one.name} ${parts.filter(Boolean).join(" and ")}.`;
  },
} as const;

export const flaggedWords = {
  titles: { role: "Role addresses", disposable: "Disposable domains", free: "Free providers" },
  help: {
    role: "They belong to a function, not to a person. They are verified like any other.",
    disposable: "Throwaway addresses that soon stop working. They are verified like any other.",
    free: "Mailboxes at free providers. They are verified like any other.",
  },
  everywhere: "Is an entry wrong? Your change applies to every list from now on.",
  settings: "All your changes are in Settings, Cleaning.",
  not: { role: "Not a role", disposable: "Not disposable", free: "Not a free provider" },
  notTypo: "Not a typo",
} as const;

export const ODDITY_WORDS: Record<AnomalyCode, string> = {
  ragged_row: "Rows with more or fewer cells than the header",
  blank_line: "Blank lines",
  stray_quote: "Stray quotation marks",
  mixed_newlines: "Mixed line endings",
  repeated_header: "Repeated column names",
  empty_header: "Columns without a name",
  undecodable: "Characters that this encoding cannot read",
  extra_address: "Cells with more than one address, of which only the first can be verified",
  cut_address: "Addresses extracted from longer cells",
  tidied_cell: "Addresses exported without the bullets, separators or invisible characters around them",
  backslash_quote:
    "Rows that escape quotation marks with a backslash, which CSV files don't do: export the file again with doubled quotation marks",
  line_above: "Lines above the header, kept where they are",
  formula_without_value: "Formulas whose values were not saved with the workbook: they count as empty",
  hidden_row: "Rows hidden in the sheet, left out of the list",
  sep_line: "A 'sep=' line, kept as it is",
};

export const DELIMITER_WORDS: Record<string, string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Pipe",
};

export const priceWords = {
  title: "Price",
  account: (label: string) => `Account: ${label}`,
  rows: (n: number) => counted(n, "row"),
  repeated: (n: number) => counted(n, "duplicate"),
  malformed: (n: number) => `${count(n)} invalid`,
  empty: (n: number) => `${count(n)} empty`,
  suppressed: (n: number) => `${count(n)} suppressed`,
  erased: (n: number) => `${count(n)} erased on request`,
  known: (n: number) => `${count(n)} already known`,
  knownFromTeam: (n: number) => `${count(n)} known to your team`,
  inFile: (n: number) => `${count(n)} with a verdict in this file`,
  withoutVerdict: (n: number) => `${count(n)} without one`,
  beyondLimit: (n: number) => `${count(n)} left for later`,
  /** `where`: "in another list", or the colleagues. */
  elsewhere: (n: number, where: string) => `${count(n)} being verified ${where}`,
  creditsWord: (n: number) => (n === 1 ? "credit" : "credits"),
  spoken: (n: number) => `Price: ${counted(n, "credit")}.`,
  help: {
    rows: "Every row of the list. The results contain all of them, in the same order, with all columns.",
    repeated: "Each address is verified once; its other rows get the same verdict.",
    malformed: "Not valid addresses: they are never uploaded and never paid for.",
    empty: "Rows whose address cell is empty.",
    suppressed:
      "On your suppression lists: not verified, not paid for, and without a verdict. Switch this off to verify them too.",
    erased:
      "Erased on request: never verified, paid for or written. An address can be let back in on its page.",
    known:
      "Verified before and still fresh: their verdicts are reused. Switch this off to pay for them again.",
    knownFromTeam:
      "A colleague had them verified, and their verdicts are still fresh: they are reused. Switch this off below to pay for them again.",
    inFile: "Their verdicts come from the file: they are not verified now.",
    withoutVerdict:
      "The file has no verdict for them. They stay unknown; to have them verified, read the file as a list to verify.",
    beyondLimit: "You chose to verify the first addresses only.",
    elsewhere:
      "They are being verified in another list, in a check or by a colleague. You pay nothing for them: their verdicts are copied from there.",
  },
  takeKnown: "Use verdicts that are already known",
  leaveSuppressed: "Leave out suppressed addresses",
  leaveDeadDomains: "Leave out domains that cannot receive mail",
  limitLabel: "Verify only the first",
  limit: "Verify only the first…",
  limitNone: "All",
  nothingBegun: "Nothing has been started and nothing has been charged.",
  balanceAwaited: (why: string) => `${why}. Winnow is checking the balance again.`,
  allElsewhere:
    "Nothing to pay: the addresses not known yet are being verified already, and their verdicts are copied from there.",
  nothingToVerify: "Nothing needs to be verified: every verdict is already here.",
  parts: (n: number) => `Cleaned in ${count(n)} parts and joined into one list.`,
  verify: "Verify",
  start: (credits: number) => (credits === 0 ? "Clean list, free" : `Verify, ${counted(credits, "credit")}`),
  showResults: "Show results, free",
  startFirst: (n: number) => `Price the first ${count(n)}`,
  wait: "Wait for credits",
  waitHelp:
    "You agree to this price now. Winnow prepares the list and verifies it once the account has enough credits.",
  review: "Review results",
  resultsFile:
    "The results of an earlier verification: their verdicts are imported. Nothing is verified and nothing is charged.",
  undated: "Verdicts without a date are from",
  undatedHelp: "By default the date of the file. Recent verdicts are not paid for again.",
  startsBySetting: "Starting automatically, as chosen in Settings.",
  pricing: "Calculating the price…",
  irreversible: "A verification cannot be stopped once it has started.",
} as const;

export const STAGE_WORDS: Record<(typeof CLEANING_STAGES)[number], string> = {
  uploading: "Uploading",
  preparing: "Preparing",
  verifying: "Verifying",
  fetching: "Fetching results",
  done: "Done",
};

export const ACTION_WORDS: Record<CleaningAction, string> = {
  resume: "Resume",
  start: "Start verification",
  retry: "Try again",
  upload_again: "Send again",
  fetch_again: "Fetch the results again",
  cancel: "Cancel",
  stop_watching: "Pause here",
  give_up: "Give up",
  leave_file: "Do not write the file",
  delete_at_service: "Delete at the service",
  delete_here: "Delete here",
};

export function actionWords(action: CleaningAction, ask: ActionCost | null): string {
  if (ask === null || ask.credits === 0) return ACTION_WORDS[action];
  return `${ACTION_WORDS[action]} for ${counted(ask.credits, "credit")}`;
}

/** Actions that continue a cleaning, best first; the first available one is offered beside a problem. */
export const CONTINUING_ACTIONS: readonly CleaningAction[] = CLEANING_ACTIONS.filter((action) =>
  ["resume", "start", "retry", "upload_again"].includes(action),
);

const addresses = (n: number) => counted(n, "address", "addresses");

export const progressWords = {
  title: "Under way",
  titleMixed: "Under way and finished",
  titleFinished: "Finished",
  ofAddresses: (done: number, total: number) => `${count(done)} of ${addresses(total)} verified`,
  verified: (n: number) => `${addresses(n)} verified`,
  alreadyKnown: (n: number) => `${count(n)} already known`,
  allKnown: (n: number) => `${addresses(n)} already known`,
  imported: (n: number) => `${addresses(n)} with a verdict`,
  countsOf: "Addresses",
  speed: (perSecond: number) => `${count(perSecond)} a second`,
  left: (time: string) => `about ${time} left`,
  unchanged: (time: string) => `unchanged since ${time}`,
  bar: (name: string) => `Progress of '${name}'`,
  fetchBy: (days: number) =>
    days === 0
      ? "The service keeps results for 30 days. According to this computer's clock, that time is over, and these results have not been fetched yet."
      : days === 1
        ? "The service deletes these results within a day. They have not been fetched yet."
        : `The service deletes these results in ${days} days. They have not been fetched yet.`,
  notRunning: "Winnow is not running",
  mayClose: (paused: boolean) =>
    paused
      ? "You can close Winnow; this stays paused. Verifications that were started at the service continue there."
      : "You can close Winnow; it picks up where it left off.",
  waitEnds: WAIT_ENDS,
  /** Ends the wait for addresses that another list is verifying. */
  doNotWait: "Stop waiting",
  elsewhere: (n: number) =>
    `${counted(n, "address is", "addresses are")} being verified in another list or by a colleague. The verdicts are copied from there, free of charge.`,
  since: (time: string) => `since ${time}`,
  pause: (time: string) => `the service asks for a pause until ${time}`,
  review: "Review results",
  nothingCharged: "Nothing was charged.",
  dismiss: (name: string) => `Hide '${name}'`,
  asksFor: (n: number) => (n === 1 ? "Waiting for you: 1 credit" : `Waiting for you: ${count(n)} credits`),
  sendAgain: ({ agreed = 0 }: ActionCost) =>
    agreed === 0
      ? "Sending a list again costs nothing; you are asked before it is verified and paid for."
      : `Sending a list again costs nothing; verifying it then costs the ${counted(agreed, "credit")} that you already agreed to.`,
  holdsNow: (credits: number) => `The balance is now ${balanceWords(credits)}.`,
  giveUpTitle: (name: string) => `Give up '${name}'?`,
  giveUpText: (spent: number, of: number) =>
    `Up to ${counted(spent, "credit is", "credits are")} charged for it. Results of its ${addresses(of)} that are not here yet will be missing. While the service still has them, 'Try again' fetches them and costs nothing.`,
  part: (ordinal: number, of: number) => `Part ${ordinal} of ${of}`,
} as const;

export const PART_WORDS: Record<PartState, string> = {
  queued: "Queued",
  uploading: "Uploading",
  checking: "Checking",
  checked: "Storing the result",
  uncertain: "Upload not confirmed",
  preparing: "Preparing",
  ready: "Ready",
  waiting: "Waiting",
  starting: "Starting",
  verifying: "Verifying",
  downloading: "Fetching results",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  gone: "No longer at the service",
};

export const domainLookupWords = {
  find: "Find domains that cannot receive mail",
  help: "Free. Only the names of the domains leave this machine, to your network's DNS.",
  looking: (done: number, total: number) =>
    total === 0 ? "Looking up domains…" : `Looking up domains… ${count(done)} of ${count(total)}`,
  stop: "Stop lookup",
  show: "Show them",
  correct: (typos: number) => `Correct ${counted(typos, "likely typo")} there`,
  title: "Domains that cannot receive mail",
  drawerHelp:
    "Addresses there are left out of the price and count as undeliverable, unless you choose to verify them.",
} as const;
