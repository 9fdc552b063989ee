import type { ReadQuestion } from "../../shared/bridge/lists.ts";
import { count, counted } from "../../shared/numbers.ts";
import type { OutcomeCounts } from "../../shared/outcomes.ts";
import { likenessSentence, outcomesSentence, unrecognisedSentence } from "../../shared/whose-file.ts";

export const questionWords = {
  encoding: "In which of these are the words right?",
  encodingHelp:
    "The file does not say in which encoding it is, and addresses in it read differently in each. Choose the one whose words look right.",
  encodingLater:
    "The file does not say in which encoding it is. The addresses read the same in each, and a copy in the list's own format is the same to the byte, so you may go on; a workbook, an Excel file, or merging it with other lists will ask.",
  readAs: (encoding: string) => `Read as ${encoding}`,
  rowsAnswers: { lines: "A table: each line is a row", addresses: "Addresses: each one is a row" },
  rowsLabel: "Rows",
  sheet: "Which sheet is the list?",
  sheetHelp:
    "More than one sheet of the workbook could be it. What is shown below is read from the one that is marked; the others are left as they are.",
  sheetHidden: "The addresses stand in a hidden sheet",
  sheetHiddenHelp: "No other sheet of the workbook holds any. Choose it if it is the list that you mean.",
  sheetRows: (rows: number, hidden: boolean) => `${counted(rows, "row")}${hidden ? ", hidden" : ""}`,
  results: "Results of an earlier verification, or a list to verify?",
  resultsHelp: ({ sources, verdicts, looked }: Extract<ReadQuestion, { kind: "results" }>) =>
    `${sources.map((one) => `${likenessSentence(one)} ${unrecognisedSentence(one) ?? ""} `).join("")}${count(verdicts)} of ${looked === 1 ? "1 row" : `the ${count(looked)} rows looked at`} ${verdicts === 1 ? "holds" : "hold"} a verdict. As results they are taken in as they stand, nothing is verified and nothing is charged, and those with a recent date count as known in other lists too. As a list, every address is verified whatever stands beside it; verdicts known from your own cleanings are not paid for again.`,
  resultsAnswers: { results: "Results: take the verdicts in", list: "A list: verify it" },
  resultsFrom: (name: string) => `Results from ${name}: take the verdicts in`,
  resultsLabel: "Read as",
  outcomes: "People who bounced or left, or a list to verify?",
  outcomesHelp: (question: Extract<ReadQuestion, { kind: "outcomes" }>) =>
    `${likenessSentence(question)} ${outcomesSentence(question.outcomes, question.looked)} Whoever bounced for good, left or complained is usually not verified but kept off every list, and Winnow can do that by this file. Verifying it costs a credit for each address, as with any list.`,
  suppressUnmailable: "Never mail those who bounced or left…",
  unmailable: (outcomes: OutcomeCounts, rows: number) =>
    `${outcomesSentence(outcomes, rows)} Only those who bounced for good, unsubscribed, complained or are on a do-not-send list are meant.`,
} as const;

/** Corrections that are proposed for whole cells. */
export const correctionWords = {
  title: "Proposed corrections",
  fixable: "Can be corrected",
  fixed: "Corrected cells",
  corrected: "Corrected typos",
  kinds: {
    typo: "",
    fixable: "no address as it stands",
    untidy: "verified either way; the cell would be tidied",
  },
  all: (cells: number) =>
    cells === 1 ? "Accept the one correction of a cell" : `Accept all ${count(cells)} corrections of cells`,
  takeAllBack: "Take all corrections of cells back",
  suggestion: "Probably meant",
} as const;
