import type { Unrecognised } from "../../../shared/bridge/lists.ts";
import {
  noOutcomes,
  OUTCOME_EFFECTS,
  OUTCOMES,
  type Outcome,
  type OutcomeCounts,
} from "../../../shared/mail-outcomes.ts";
import type { OpenList } from "../lists/index.ts";
import { foldTexts } from "../text/index.ts";
import { createWordCounter, elsewhereIn, sourceNamed, translator } from "../vocabularies/index.ts";
import { entriesIn } from "./entries.ts";
import { createWords, type FactColumns, OUTCOME_CODE, textsOf } from "./fact-columns.ts";

/** What a mailing service's export says. */
export interface SaidOutcomes extends Unrecognised {
  /** Of each address by outcome, the newest. */
  readonly facts: FactColumns;
  /** Addresses that are not to be mailed. */
  readonly unwanted: number;
  readonly rows: number;
  readonly outcomes: OutcomeCounts;
  /** Rows that say something and name nobody. */
  readonly without: number;
}

/** The newest that is said of each entry in one outcome. `at`: -1: nothing; 0: nobody said when. */
interface Newest {
  at: Float64Array;
  words: Uint16Array;
}

/**
 * Reads every row of a list in the words of `source`: what became of mail to the addresses in `columns`. Null: it is no file
 * of that source.
 */
export function outcomesOfRows(
  opened: OpenList,
  source: string,
  columns: readonly number[],
): SaidOutcomes | null {
  const of = sourceNamed(source);
  if (of === null) return null;
  const translate = translator(of, opened.meta.hasHeader ? opened.meta.columns : []);
  if (translate === null) return null;
  const outcomes = noOutcomes();
  const strange = createWordCounter();
  const words = createWords();
  const people = createPeople(opened, columns);
  const elsewhere = elsewhereIn(of, opened.meta.columns);
  const said = new Map<Outcome, Newest>();
  let without = 0;
  for (let row = 0; row < opened.rows; row++) {
    const cells = opened.cells(row);
    const one = translate(cells);
    if (one.says === "unrecognised") strange.add(one.word);
    if (one.says !== "outcome") continue;
    outcomes[one.outcome]++;
    const newest = said.get(one.outcome) ?? { at: new Float64Array(), words: new Uint16Array() };
    said.set(one.outcome, newest);
    const at = one.at ?? 0;
    const place = words.placeOf(one.word);
    const own = people.inRow(row, cells);
    const named = own.length > 0 ? own : people.inCells(elsewhere.map((column) => cells[column] ?? ""));
    if (named.length === 0) without++;
    for (const entry of named) {
      if (entry >= newest.at.length) grow(newest, Math.max(people.size, 2 * newest.at.length));
      if (at <= (newest.at[entry] ?? -1)) continue;
      newest.at[entry] = at;
      newest.words[entry] = place;
    }
  }
  const { facts, unwanted } = columnsOf(said, people.size);
  return {
    ...strange.counted(),
    ...{ facts: { ...facts, entries: people.texts(), said: words.said }, unwanted },
    ...{ rows: opened.rows, outcomes, without },
  };
}

function grow(newest: Newest, size: number): void {
  const at = new Float64Array(size).fill(-1);
  at.set(newest.at);
  const words = new Uint16Array(size);
  words.set(newest.words);
  newest.at = at;
  newest.words = words;
}

function columnsOf(said: ReadonlyMap<Outcome, Newest>, size: number) {
  const count = [...said.values()].reduce((sum, { at }) => sum + at.filter((one) => one >= 0).length, 0);
  const entry = new Uint32Array(count);
  const outcome = new Uint8Array(count);
  const times = new Float64Array(count);
  const words = new Uint16Array(count);
  const isUnwanted = new Uint8Array(size);
  let to = 0;
  for (const one of OUTCOMES) {
    const newest = said.get(one);
    const { isNeverMailed } = OUTCOME_EFFECTS[one];
    newest?.at.forEach((at, from) => {
      if (at < 0) return;
      entry[to] = from;
      outcome[to] = OUTCOME_CODE[one];
      times[to] = at;
      words[to++] = newest.words[from] ?? 0;
      if (isNeverMailed) isUnwanted[from] = 1;
    });
  }
  return {
    facts: { entry, outcome, at: times, words },
    unwanted: isUnwanted.reduce((sum, one) => sum + one, 0),
  };
}

/** Numbers whoever is named in rows: the list's addresses as it does, then everybody else. */
function createPeople(opened: OpenList, columns: readonly number[]) {
  const known = foldTexts(opened.addressText, opened.addressEnd);
  const others = new Map<string, number>();
  const { addressColumn } = opened.meta;
  // Where nothing was corrected, a row's address is who its cell names.
  const isOwn = columns.length === 1 && columns[0] === addressColumn && !opened.corrects;
  const numberOf = (entry: string): number => {
    const number = others.get(entry) ?? known.ends.length + others.size;
    others.set(entry, number);
    return number;
  };
  const inCells = (cells: readonly string[]): readonly number[] =>
    cells
      .flatMap((cell) => entriesIn(cell).entries)
      .filter((entry) => !entry.startsWith("@"))
      .map((entry) => {
        const listed = opened.find(entry);
        return listed >= 0 ? listed : numberOf(entry);
      });
  return {
    get size() {
      return known.ends.length + others.size;
    },
    inRow(row: number, cells: readonly string[]): readonly number[] {
      const own = opened.rowAddress[row] ?? -1;
      const cell = cells[addressColumn ?? 0] ?? "";
      if (isOwn && own >= 0 && cell.indexOf("@") === cell.lastIndexOf("@")) return [own];
      return inCells(columns.map((column) => cells[column] ?? ""));
    },
    inCells,
    texts() {
      if (others.size === 0) return known;
      const { bytes, ends } = textsOf([...others.keys()]);
      const from = known.bytes.length;
      return {
        bytes: Buffer.concat([known.bytes, bytes]),
        ends: Uint32Array.from([...known.ends, ...ends.map((end) => end + from)]),
      };
    },
  };
}
