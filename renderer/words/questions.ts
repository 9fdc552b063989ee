import type { ConsentColumn, ReadQuestion } from "../../shared/bridge/lists.ts";
import { OUTCOMES } from "../../shared/mail-outcomes.ts";
import type { Meaning } from "../../shared/mapping.ts";
import { count, counted } from "../../shared/numbers.ts";
import { assertNever } from "../../shared/result.ts";
import {
  detectedSourceSentence,
  hiddenRowsSentence,
  IMPORT_EFFECT,
  OUTCOME_WORDS,
  optOutMeaningText,
  outcomesSentence,
  unrecognisedSentence,
} from "../../shared/source-sentences.ts";
import { VERDICTS } from "../../shared/verdicts.ts";
import { VERDICT_WORDS } from "./verdicts.ts";

export const questionWords = {
  encoding: "Which of these reads correctly?",
  encodingHelp:
    "The file does not say which encoding it uses, and its addresses read differently in each. Choose the one that looks right.",
  encodingLater:
    "The file does not say which encoding it uses. The addresses read the same in each, and an export in the list's own format copies every byte, so you can go on. Winnow asks when you export for Excel or merge it with other lists.",
  readAs: (encoding: string) => `Read as ${encoding}`,
  rowsAnswers: { lines: "A table: each line is a row", addresses: "Addresses: each one is a row" },
  rowsLabel: "Rows",
  sheet: "Which sheet is the list?",
  sheetHelp:
    "More than one sheet could be the list. The rows below come from the marked one; the others are left as they are.",
  keys: "Which list should be read?",
  keysHelp: "The JSON has lists of addresses under several keys. The rows below come from the marked one.",
  sheetHidden: "The addresses are in a hidden sheet",
  sheetHiddenHelp: "No other sheet of the workbook has any. Choose it if it is the list you want.",
  sheetRows: (rows: number, hidden: boolean) => `${counted(rows, "row")}${hidden ? ", hidden" : ""}`,
  hiddenRows: "Do hidden rows belong to the list?",
  hiddenRowsHelp: (question: Extract<ReadQuestion, { kind: "hidden_rows" }>) =>
    `${hiddenRowsSentence(question)} Rows that are left out are neither verified nor written.`,
  hiddenRowsAnswers: { keep: "All rows", skip: "Only the visible rows" },
  hiddenRowsLabel: "Hidden rows",
  results: "Results of an earlier verification, or a list to verify?",
  resultsHelp: ({ sources, verdicts, looked }: Extract<ReadQuestion, { kind: "results" }>) =>
    `${sources.map((one) => `${detectedSourceSentence(one)} ${unrecognisedSentence(one) ?? ""} `).join("")}${count(verdicts)} of ${looked === 1 ? "1 row" : `the ${count(looked)} rows examined`} ${verdicts === 1 ? "contains" : "contain"} a verdict. Read as results, the verdicts are imported as they are: nothing is verified and nothing is charged. Those with a recent date count as known in other lists too. Read as a list, every address is verified, regardless of what the file says; verdicts known from your own cleanings are not paid for again.`,
  resultsAnswers: { results: "Results: import the verdicts", list: "A list: verify it" },
  resultsFrom: (name: string) => `Results from ${name}: import the verdicts`,
  resultsLabel: "Read as",
  outcomes: "Import mailing results, or verify the list?",
  outcomesHelp: (question: Extract<ReadQuestion, { kind: "outcomes" }>) =>
    `${detectedSourceSentence(question)} ${outcomesSentence(question.outcomes, question.looked)} ${IMPORT_EFFECT} Importing is free.`,
  verifyAll: "Verify everyone",
  import: "Import, free",
  importAnyway: "Import anyway",
  dateOrder: "What comes first in its dates?",
  dateOrders: { day_first: "Day first", month_first: "Month first" },
  verify: "Verify it as a list",
} as const;

export const optOutWords = {
  title: "Leave out people who opted out?",
  help: ({ export: known, rows, columns }: Extract<ReadQuestion, { kind: "opt_outs" }>) =>
    [
      ...(known === null ? [] : [detectedSourceSentence(known), outcomesSentence(known.outcomes, rows)]),
      ...(columns.length === 0
        ? []
        : [
            "The list says who may be mailed. Tick the values of people to leave out; Winnow is not sure of those that are not ticked.",
          ]),
      "Who is left out is never verified or exported, in this list and every other one. That is free.",
    ].join(" "),
  column: (name: string) => `Column '${name}'`,
  word: ({ word, isTime, isOther }: ConsentColumn["words"][number]) =>
    isTime === true ? `${word} and other times` : isOther === true ? `${word} and other values` : word,
  meaning: optOutMeaningText,
  leaveOut: "Leave them out",
} as const;

export function questionTitle(question: ReadQuestion): string {
  switch (question.kind) {
    case "encoding":
      return questionWords.encoding;
    case "sheet":
      if (question.areKeys === true) return questionWords.keys;
      return question.alternatives.length === 1 ? questionWords.sheetHidden : questionWords.sheet;
    case "hidden_rows":
      return questionWords.hiddenRows;
    case "results":
      return questionWords.results;
    case "outcomes":
      return questionWords.outcomes;
    case "opt_outs":
      return optOutWords.title;
    default:
      return assertNever(question);
  }
}

export const correctionWords = {
  title: "Proposed corrections",
  fixable: "Can be corrected",
  fixed: "Corrected cells",
  corrected: "Corrected typos",
  kinds: {
    typo: "",
    fixable: "not a valid address",
  },
  all: (cells: number) =>
    cells === 1 ? "Accept the one cell correction" : `Accept all ${count(cells)} cell corrections`,
  revertAll: "Revert all cell corrections",
  suggestion: "Probably meant",
} as const;

export const mapWords = {
  offer: "Import it as results, bounces or unsubscribes…",
  sent: "Record it as sent",
  again: (name: string) => `Import as before (${name})`,
  title: "What does this file contain?",
  help: "Choose the column with the result for each address, and what its values mean. Values without a meaning are left out and counted.",
  address: "Address column",
  column: "Result column",
  choose: "Choose a column",
  date: "Date column",
  none: "None",
  name: "Where the file is from",
  unsaid: "Left out",
  meaningOf: (word: string) => `Meaning of '${word}'`,
  beyond: (rows: number) =>
    `${counted(rows, "row contains another value", "rows contain other values")}, left out.`,
  replies:
    "This column holds the replies of mail servers. Winnow tells from them whether an address bounced permanently, temporarily, or for other reasons.",
  mixed:
    "Some values are verdicts, others are mailing results. Import one kind first and leave the other out; then import the file again for the other.",
  act: "Import, free",
} as const;

export function meaningWords(meaning: Meaning): string {
  if (meaning === "nothing") return "Nothing: leave it out";
  const outcome = OUTCOMES.find((one) => one === meaning);
  if (outcome !== undefined)
    return `${OUTCOME_WORDS[outcome].charAt(0).toUpperCase()}${OUTCOME_WORDS[outcome].slice(1)}`;
  const verdict = VERDICTS.find((one) => one === meaning);
  return verdict === undefined ? meaning : VERDICT_WORDS[verdict].name;
}
