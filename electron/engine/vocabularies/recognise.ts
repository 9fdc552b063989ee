import type { Unrecognised } from "../../../shared/bridge/lists.ts";
import { noOutcomes, type OutcomeCounts } from "../../../shared/mail-outcomes.ts";
import { headerColumns } from "./columns.ts";
import { SOURCES } from "./sources.ts";
import { createWordCounter, translator } from "./translate.ts";
import type { Source, SourceKind } from "./types.ts";

/** How sure it is whose file it is. Only what is `certain` is so assumed, and nothing is taken in unasked. */
export type Sureness = "certain" | "likely" | "possible";

/** A source that a file may be of. */
export interface Candidate extends Unrecognised {
  readonly source: string;
  readonly name: string;
  readonly kind: SourceKind;
  readonly sure: Sureness;
  /** Rows that were looked at; those with a verdict; those with an outcome, by outcome. */
  readonly looked: number;
  readonly verdicts: number;
  /** Of the verdicts, those with a date of their own. */
  readonly dated: number;
  readonly outcomes: OutcomeCounts;
}

const MOST_ROWS = 10_000;
/** Of the words in a file, so many are its source's: others are slips, or newer than the vocabulary. */
const NEARLY_ALL = 0.99;
/** A complete file has a word in nearly every row. */
const NEARLY_FILLED = 0.9;
const BY_SURENESS: Readonly<Record<Sureness, number>> = { certain: 0, likely: 1, possible: 2 };

/**
 * Whose file this may be, by its header and the words below it, the likeliest first; none: nobody's that is known. Looks at
 * the first 10,000 rows.
 */
export function recognise(
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
): readonly Candidate[] {
  if (header === null) return [];
  const looked = rows.slice(0, MOST_ROWS);
  return SOURCES.flatMap((source) => {
    const candidate = candidateOf(source, header, looked);
    return candidate === null ? [] : [{ candidate, tells: source.tells.length }];
  })
    .sort(
      (a, b) =>
        BY_SURENESS[a.candidate.sure] - BY_SURENESS[b.candidate.sure] ||
        b.tells - a.tells ||
        b.candidate.verdicts - a.candidate.verdicts,
    )
    .map(({ candidate }) => candidate);
}

/**
 * What a file says in the words of a source that was named for it, however few of them it knows; null: not a row, or a column
 * of it is missing.
 */
export function asOf(
  source: Source,
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
): Candidate | null {
  return header === null ? null : candidateOf(source, header, rows.slice(0, MOST_ROWS), "certain");
}

function candidateOf(
  source: Source,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  given?: Sureness,
): Candidate | null {
  const translate = translator(source, header);
  if (translate === null) return null;
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
      outcomes[said.outcome]++;
      marked++;
      meanings.add(said.outcome);
    } else if (said.says === "nothing" && said.word !== "") meanings.add("nothing");
  }
  const filled = known + strange.rows;
  const sure =
    given ??
    surenessOf(source, header, {
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
  /** Of the words that stand there, how many are the source's; of the rows, how many have one. */
  readonly share: number;
  readonly filled: number;
  readonly isVaried: boolean;
  readonly saysSomething: boolean;
}

/** null: it is not of that source. */
function surenessOf(source: Source, header: readonly string[], words: Words): Sureness | null {
  const { share, filled, isVaried, saysSomething } = words;
  if (source.proof === "any") return saysSomething ? "likely" : "possible";
  if (source.proof === "words") {
    if (share < NEARLY_ALL || !saysSomething) return null;
    return isVaried ? "likely" : "possible";
  }
  if (source.kind === "verdicts") {
    if (!saysSomething) return null;
    const columns = headerColumns(header);
    const isWhole = source.whole?.every((names) => columns.find(names) >= 0) ?? true;
    if (isWhole && share >= NEARLY_ALL && filled >= NEARLY_FILLED) return "certain";
    return share >= 0.5 ? "likely" : "possible";
  }
  // Of such an export few rows, or none, need to say something.
  if (filled === 0 || share >= NEARLY_ALL) return "certain";
  return share >= 0.5 ? "likely" : "possible";
}
