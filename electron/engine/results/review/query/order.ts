import type { ResultSort } from "../../../../../shared/bridge/results.ts";
import { numberIn } from "../../../../../shared/number-in.ts";
import { ALL_FLAGS, VERDICT_CODE, VERDICTS } from "../../../../../shared/verdicts.ts";
import type { OpenedCleaning } from "../opened.ts";
import type { Steps } from "../steps.ts";
import { columnCells } from "./cells.ts";
import { textPlaces } from "./text-order.ts";

/** A rank for every row, equal ones equal; `blank` for what has nothing to sort by. */
interface Ranks {
  readonly rank: Uint32Array;
  readonly blank: number;
}

/**
 * All rows in the order of `sort`. Rows with nothing to sort by (an empty cell, no verdict, no address) come last,
 * ascending or descending; equal ones stay in the list's order.
 */
export function* orderOf(cleaning: OpenedCleaning, sort: ResultSort): Steps<Uint32Array> {
  const key = JSON.stringify(sort);
  const known = cleaning.cache.orders.get(key);
  if (known !== undefined) return known;
  if (isListOrder(sort)) return cleaning.cache.orders.set(key, inListOrder(cleaning.rows));
  const ranks = yield* ranksOf(cleaning, sort);
  return cleaning.cache.orders.set(key, byRank(ranks, sort.descending));
}

function isListOrder({ by, descending }: ResultSort): boolean {
  return by.kind === "row" && !descending;
}

/** Every row at its own place. */
function inListOrder(rows: number): Uint32Array {
  const order = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  return order;
}

function* ranksOf(cleaning: OpenedCleaning, { by }: ResultSort): Steps<Ranks> {
  switch (by.kind) {
    case "row":
      return { rank: inListOrder(cleaning.rows), blank: cleaning.rows };
    case "address":
      // By their characters: addresses are no words of any language.
      return ofAddresses(cleaning, textPlaces(cleaning.written), cleaning.list.addresses);
    case "domain": {
      // By their characters, as addresses are.
      const { domains, addressDomain, domainText, domainEnd } = cleaning.list;
      const bytes = Buffer.from(domainText.buffer, domainText.byteOffset, domainText.length);
      const places = textPlaces({ bytes, ends: domainEnd });
      return ofAddresses(
        cleaning,
        addressDomain.map((id) => places[id] ?? 0),
        domains,
      );
    }
    case "verdict":
      return ofAddresses(cleaning, Uint32Array.from(cleaning.results.verdict, verdictRank), VERDICTS.length);
    case "flags":
      return ofAddresses(
        cleaning,
        Uint32Array.from(cleaning.results.flags, (bits) => (bits === 0 ? NO_FLAGS : bits)),
        NO_FLAGS,
      );
    case "verified_at":
      return timeRanks(cleaning);
    case "column": {
      const cells = yield* columnCells(cleaning, by.column);
      return by.numeric ? numberRanks(cells) : textRanks(cells);
    }
  }
}

/** Behind every combination of flags. */
const NO_FLAGS = ALL_FLAGS + 1;

const RANK_OF_VERDICT = new Map(VERDICTS.map((verdict, rank) => [VERDICT_CODE[verdict], rank]));

function verdictRank(code: number): number {
  return RANK_OF_VERDICT.get(code) ?? VERDICTS.length;
}

function ofAddresses(cleaning: OpenedCleaning, ranks: Uint32Array, blank: number): Ranks {
  const { rowAddress } = cleaning.list;
  const rank = new Uint32Array(cleaning.rows);
  for (let row = 0; row < rank.length; row++) {
    const address = rowAddress[row] ?? -1;
    rank[row] = address < 0 ? blank : (ranks[address] ?? blank);
  }
  return { rank, blank };
}

function timeRanks(cleaning: OpenedCleaning): Ranks {
  const { verifiedAt } = cleaning.results;
  const times = [...new Set(verifiedAt)].sort((a, b) => a - b);
  const ranks = new Map(times.map((time, rank) => [time, rank]));
  const blank = times.length;
  return ofAddresses(
    cleaning,
    Uint32Array.from(verifiedAt, (time) => (time === 0 ? blank : (ranks.get(time) ?? blank))),
    blank,
  );
}

/** Text in the order of the system's language; each distinct text is compared once. */
function textRanks(cells: readonly string[]): Ranks {
  const { compare } = new Intl.Collator();
  const distinct = [...new Set(cells)].filter((cell) => cell.trim() !== "").sort(compare);
  const ranks = new Map<string, number>();
  let rank = -1;
  let before: string | undefined;
  for (const text of distinct) {
    if (before === undefined || compare(before, text) !== 0) rank++;
    before = text;
    ranks.set(text, rank);
  }
  const blank = rank + 1;
  return { rank: Uint32Array.from(cells, (cell) => ranks.get(cell) ?? blank), blank };
}

/** Numbers by their value, then what is no number as text. */
function numberRanks(cells: readonly string[]): Ranks {
  const numbers = cells.map(numberIn);
  const distinct = [...new Set(numbers.filter((value) => value !== null))].sort((a, b) => a - b);
  const ranks = new Map(distinct.map((value, rank) => [value, rank]));
  const words = textRanks(cells.map((cell, row) => (numbers[row] === null ? cell : "")));
  const blank = distinct.length + words.blank;
  const rank = Uint32Array.from(numbers, (value, row) =>
    value === null ? distinct.length + (words.rank[row] ?? 0) : (ranks.get(value) ?? blank),
  );
  return { rank, blank };
}

/** Counting sort: rows by rank, equal ranks in order. */
function byRank({ rank, blank }: Ranks, descending: boolean): Uint32Array {
  const place = (own: number) => (own >= blank ? blank : descending ? blank - 1 - own : own);
  const starts = new Uint32Array(blank + 2);
  for (let row = 0; row < rank.length; row++) {
    const next = place(rank[row] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const order = new Uint32Array(rank.length);
  for (let row = 0; row < rank.length; row++) {
    const own = place(rank[row] ?? 0);
    const at = starts[own] ?? 0;
    starts[own] = at + 1;
    order[at] = row;
  }
  return order;
}
