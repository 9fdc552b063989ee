import type { Unrecognised } from "../../../shared/bridge/lists.ts";
import { noOutcomes, type OutcomeCounts } from "../../../shared/mail-outcomes.ts";
import { headerColumns } from "./header-columns.ts";
import { SOURCES } from "./sources.ts";
import { createWordCounter, recipientColumns, translator } from "./translate.ts";
import type { Source, SourceKind } from "./types.ts";

/** Confidence in a source. Only `certain` is assumed, and nothing is imported without asking. */
export type Confidence = "certain" | "likely" | "possible";

export interface Candidate extends Unrecognised {
  readonly source: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly sure: Confidence;
  /** Sampled rows, those with a verdict, and those with each outcome. */
  readonly looked: number;
  readonly verdicts: number;
  readonly dated: number;
  readonly outcomes: OutcomeCounts;
}

const MAX_SAMPLED_ROWS = 10_000;
/** Minimum share of known words for certainty (0 to 1). */
const NEARLY_ALL = 0.99;
/** Minimum share of known words if only they prove the source (0 to 1). Others may be newer; they are counted. */
const MOST = 0.8;
/** Minimum share of rows with a word in a complete file (0 to 1). */
const NEARLY_FILLED = 0.9;
const CONFIDENCE_ORDER: Readonly<Record<Confidence, number>> = { certain: 0, likely: 1, possible: 2 };

/** Returns the sources that a file may be of, the likeliest first, judged by its header and first 10,000 rows. */
export function recognise(
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
): readonly Candidate[] {
  if (header === null) return [];
  const sample = rows.slice(0, MAX_SAMPLED_ROWS);
  return SOURCES.flatMap((source) => {
    const candidate = candidateOf(source, header, sample);
    return candidate === null ? [] : [{ candidate, tells: source.requiredColumns.length }];
  })
    .sort(
      (a, b) =>
        CONFIDENCE_ORDER[a.candidate.sure] - CONFIDENCE_ORDER[b.candidate.sure] ||
        b.tells - a.tells ||
        b.candidate.verdicts - a.candidate.verdicts,
    )
    .map(({ candidate }) => candidate);
}

/**
 * Reads a file as the given source, however few words are known; `null` if no row has a meaning or a column is missing.
 */
export function matchSource(
  source: Source,
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
): Candidate | null {
  return header === null ? null : candidateOf(source, header, rows.slice(0, MAX_SAMPLED_ROWS), "certain");
}

function candidateOf(
  source: Source,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  given?: Confidence,
): Candidate | null {
  const translate = translator(source, header);
  if (translate === null) return null;
  const recipients = recipientColumns(source, header);
  const hasRecipient = (row: readonly string[]) =>
    recipients.length === 0 || recipients.some((column) => (row[column] ?? "").trim() !== "");
  const outcomes = noOutcomes();
  const strange = createWordCounter();
  const meanings = new Set<string>();
  let verdicts = 0;
  let dated = 0;
  let marked = 0;
  let known = 0;
  for (const row of rows) {
    const said = translate(row);
    if (said.says === "unrecognised") strange.add(said.word);
    else if (said.word !== "" || said.says !== "nothing") known++;
    if (said.says === "verdict") {
      verdicts++;
      if (said.at !== null) dated++;
      meanings.add(said.verdict);
    } else if (said.says === "outcome") {
      if (hasRecipient(row)) outcomes[said.outcome]++;
      marked++;
      meanings.add(said.outcome);
    } else if (said.says === "nothing" && said.word !== "") meanings.add("nothing");
  }
  const filled = known + strange.rows;
  const sure =
    given ??
    confidenceOf(source, header, {
      share: filled === 0 ? 0 : known / filled,
      filled: rows.length === 0 ? 0 : filled / rows.length,
      isVaried: meanings.size > 1,
      saysSomething: verdicts + marked > 0,
    });
  if (sure === null || (given !== undefined && verdicts + marked === 0)) return null;
  return {
    source: source.id,
    name: source.name,
    kind: source.kind,
    sure,
    looked: rows.length,
    verdicts,
    dated,
    outcomes,
    ...strange.counted(),
  };
}

interface Words {
  /** Share of known words, 0 to 1. */
  readonly share: number;
  /** Share of rows with a word, 0 to 1. */
  readonly filled: number;
  readonly isVaried: boolean;
  readonly saysSomething: boolean;
}

function confidenceOf(source: Source, header: readonly string[], words: Words): Confidence | null {
  const { share, filled, isVaried, saysSomething } = words;
  if (source.proof === "words") {
    if (share < MOST || !saysSomething) return null;
    return isVaried ? "likely" : "possible";
  }
  if (source.kind === "verdicts") {
    if (!saysSomething) return null;
    const columns = headerColumns(header);
    const isWhole = source.completeColumns?.every((names) => columns.find(names) >= 0) ?? true;
    if (isWhole && share >= NEARLY_ALL && filled >= NEARLY_FILLED) return "certain";
    return share >= 0.5 ? "likely" : "possible";
  }
  // Few rows of such an export, or none, need to have an outcome.
  if (filled === 0 || share >= NEARLY_ALL) return "certain";
  return share >= 0.5 ? "likely" : "possible";
}
