import { z } from "zod";
import type {
  Anomaly,
  ConsentColumn,
  DetectedSource,
  Preflight,
  ReadQuestion,
} from "../../../../shared/bridge/lists.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import { countOptOuts } from "../../../../shared/opt-outs.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import {
  detectedSourceSentence,
  hiddenRowsSentence,
  IMPORT_EFFECT,
  optOutMeaningText,
  outcomesSentence,
  unrecognisedSentence,
} from "../../../../shared/source-sentences.ts";

const MAX_CELL_LENGTH = 40;
const MAX_WORDS = 5;

/** Returns a problem that names the options to answer the questions. `isResults`: `--read-as results` was given. */
export function readingProblem(questions: readonly ReadQuestion[], isResults: boolean): Problem {
  const flags = questions
    .map((question) =>
      question.kind === "results" && isResults ? sourceFlags(question.sources) : FLAGS[question.kind],
    )
    .join("; ");
  return {
    ...problem("file_reading_unclear", { unclear: questions.map(({ kind }) => kind) }),
    action: `Choose how to read it: ${flags}.`,
  };
}

const FLAGS: Readonly<Record<ReadQuestion["kind"], string>> = {
  encoding: "--encoding <name>",
  sheet: "--sheet <name>",
  hidden_rows: "--hidden-rows keep or --hidden-rows skip",
  results: "--read-as results or --read-as list",
  outcomes: "--read-as list",
  opt_outs: "--leave-out certain, all or none",
};

function sourceFlags(sources: readonly Pick<DetectedSource, "source">[]): string {
  return sources.map(({ source }) => `--results-of ${source}`).join(" or ");
}

const named = z.object({ looksLike: z.array(z.object({ source: z.string() })).min(1) });

/** Adds the options to choose the service to the problem of an unreadable results file. */
export function withSourceAdvice(met: Problem): Problem {
  const values = met.code === "file_results_of_another" ? named.safeParse(met.values) : null;
  return values?.success === true
    ? { ...met, action: `Choose the service: ${sourceFlags(values.data.looksLike)}.` }
    : met;
}

export function questionLines(question: ReadQuestion): string[] {
  switch (question.kind) {
    case "encoding":
      return [
        "The encoding is unclear. The same text in each encoding:",
        ...question.alternatives.map(({ encoding, words }) =>
          choice(`--encoding ${encoding}`, words.slice(0, MAX_WORDS).map(printable).join(" · ")),
        ),
      ];
    case "sheet":
      return [
        question.areKeys === true
          ? "The JSON has lists of addresses under several keys:"
          : "It is unclear which sheet of the workbook is the list:",
        ...question.alternatives.map(({ name, rows, hidden }) =>
          choice(
            `--sheet ${shellQuoted(name)}`,
            `${counted(rows, "row", "rows")}${hidden ? ", hidden" : ""}`,
          ),
        ),
      ];
    case "hidden_rows":
      return [
        `${hiddenRowsSentence(question)} Choose which rows are the list:`,
        choice("--hidden-rows keep", "all rows, hidden ones included"),
        choice("--hidden-rows skip", `only the ${counted(question.visible, "visible row", "visible rows")}`),
      ];
    case "results":
      return [
        ...sourceLines(question.sources),
        `${n(question.verdicts)} of ${question.looked === 1 ? "1 row" : `the ${n(question.looked)} rows examined`} ${question.verdicts === 1 ? "contains" : "contain"} a verdict: the file may be the results of an earlier verification, or a list:`,
        ...resultsChoices(question.sources),
        choice("--read-as list", "verify the addresses, and ignore verdicts in the file"),
      ];
    case "outcomes":
      return [
        `${detectedSourceSentence(question)} ${outcomesSentence(question.outcomes, question.looked)}`,
        `\`winnow import\` imports that, free of charge. ${IMPORT_EFFECT} Or:`,
        choice("--read-as list", "verify the addresses anyway"),
      ];
    case "opt_outs":
      return optOutLines(question);
    default:
      return assertNever(question);
  }
}

type OptOutQuestion = Extract<ReadQuestion, { kind: "opt_outs" }>;

/** Returns the columns that say who may be mailed, with their words, one per line. */
export function optOutColumnLines({ export: known, rows, columns }: OptOutQuestion): string[] {
  return [
    ...(known === null ? [] : [detectedSourceSentence(known), outcomesSentence(known.outcomes, rows)]),
    ...(columns.length === 0 ? [] : ["These columns say who may be mailed:"]),
    ...columns.map(({ name, words }) => `  ${printable(`'${name}'`)}: ${wordsText(words)}`),
  ];
}

function optOutLines(question: OptOutQuestion): string[] {
  const { certain, unclear } = countOptOuts(question.columns);
  const isCertain = question.export !== null || certain > 0;
  return [
    ...optOutColumnLines(question),
    ...(isCertain
      ? [
          choice(
            "--leave-out certain",
            `never verify or export those who opted out${unclear > 0 ? "; the unclear ones stay" : ""}`,
          ),
        ]
      : []),
    ...(unclear > 0 ? [choice("--leave-out all", "never verify or export the unclear ones either")] : []),
    choice("--leave-out none", "verify everyone whom no import or suppression list leaves out"),
  ];
}

const MAX_COLUMN_WORDS = 10;

function wordsText(words: ConsentColumn["words"]): string {
  // All words that say something, which come first.
  const count = Math.max(MAX_COLUMN_WORDS, words.filter(({ meaning }) => meaning !== "nothing").length);
  const named = words.slice(0, count).map(({ word, rows, meaning, isTime, isOther }) => {
    const suffix = isTime === true ? " and other times" : isOther === true ? " and other values" : "";
    const text = `${printable(word)}${suffix} ${n(rows)}`;
    if (meaning === "nothing") return text;
    return `${text} (${optOutMeaningText(meaning)})`;
  });
  const others = words.slice(count).reduce((sum, { rows }) => sum + rows, 0);
  return [...named, ...(others === 0 ? [] : [`others ${n(others)}`])].join(", ");
}

function sourceLines(sources: readonly DetectedSource[]): string[] {
  return sources.flatMap((one) => [detectedSourceSentence(one), unrecognisedSentence(one) ?? []].flat());
}

function resultsChoices(sources: readonly DetectedSource[]): string[] {
  const taken = "import its verdicts as they are; nothing is verified or charged";
  if (sources.length < 2) return [choice("--read-as results", taken)];
  return sources.map(({ source, name }) =>
    choice(
      `--read-as results --results-of ${source}`,
      `the verdicts of ${name}; nothing is verified or charged`,
    ),
  );
}

/** Returns notes on a reading that need no answer, one per line. */
export function readingNotes(preflight: Preflight): string[] {
  const { questions = [], fixable = 0, cut, sheet, sheets, inside, oddities, resultsOf } = preflight;
  const { candidates, columns, addressColumn } = preflight;
  const address = addressColumn === null ? undefined : columns[addressColumn];
  const encoding = questions.find((one) => one.kind === "encoding");
  const unsaved = oddities.find(({ code }) => code === "formula_without_value");
  const blank = oddities.find(({ code }) => code === "blank_line")?.count ?? 0;
  return [
    ...(inside === undefined ? [] : [`Read from ${printable(`'${inside}'`)}, the only file in the archive.`]),
    ...(sheet === null || sheets.length < 2
      ? []
      : [`Read from the sheet ${printable(`'${sheet}'`)}, one of ${n(sheets.length)}.`]),
    ...(resultsOf === undefined ? [] : [`Read as results. ${detectedSourceSentence(resultsOf)}`]),
    ...(unsaved === undefined ? [] : [unsavedNote(unsaved)]),
    ...noteOf(
      oddities,
      "hidden_row",
      (n) =>
        `${counted(n, "row is hidden in the sheet and is", "rows are hidden in the sheet and are")} left out.`,
    ),
    ...(blank === 0
      ? []
      : [`${counted(blank, "line is blank and is", "lines are blank and are")} left out.`]),
    ...(encoding === undefined
      ? []
      : [
          `The encoding may be ${encoding.alternatives.map((one) => one.encoding).join(" or ")}: the rows are copied byte for byte, so it makes no difference.`,
        ]),
    ...(candidates.length < 2 || address === undefined
      ? []
      : [`The addresses are in the column ${printable(`'${address.name}'`)}.`]),
    ...noteOf(
      oddities,
      "tidied_cell",
      (n) =>
        `${counted(n, "address is", "addresses are")} written without the invisible characters or separators around ${n === 1 ? "it" : "them"}.`,
    ),
    ...noteOf(
      oddities,
      "extra_address",
      (n) =>
        `${counted(n, "cell contains", "cells contain")} more than one address: not verified and not written, unless --fix-cells keeps the first.`,
    ),
    ...noteOf(
      oddities,
      "backslash_quote",
      (n) =>
        `${counted(n, "row escapes", "rows escape")} quotation marks with a backslash, which CSV files don't do: ${n === 1 ? "its" : "their"} columns may be shifted. Export the file again with doubled quotation marks.`,
    ),
    ...(cut === undefined ? [] : [`${cellsContain(cut.rows)} more than an address, which was extracted.`]),
    ...(fixable === 0
      ? []
      : [
          `${n(fixable)} of the invalid cells can be corrected: 'winnow preview' shows how, --fix-cells does it.`,
        ]),
  ];
}

function noteOf(
  oddities: readonly Anomaly[],
  code: Anomaly["code"],
  sentence: (count: number) => string,
): string[] {
  const count = oddities.find((one) => one.code === code)?.count ?? 0;
  return count === 0 ? [] : [sentence(count)];
}

function unsavedNote({ count, lines }: Anomaly): string {
  const rows = `${lines.map(n).join(", ")}${count > lines.length ? " …" : ""}`;
  return `${count === 1 ? "1 cell is a formula whose value was" : `${n(count)} cells are formulas whose values were`} not saved with the workbook, and ${count === 1 ? "counts" : "count"} as empty (row ${rows}).`;
}

export function shellQuoted(text: string): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  if (process.platform === "win32") return `"${plain.replaceAll('"', "")}"`;
  return /^[\w.-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}

function cellsContain(rows: number): string {
  return rows === 1 ? "1 cell contains" : `${n(rows)} cells contain`;
}

function choice(flag: string, text: string): string {
  return `  ${flag.padEnd(26)} ${text}`;
}

/** Sanitizes list text for the terminal: one line, no control characters, shortened. */
export function printable(text: string): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  return plain.length > MAX_CELL_LENGTH ? `${plain.slice(0, MAX_CELL_LENGTH)}…` : plain;
}
