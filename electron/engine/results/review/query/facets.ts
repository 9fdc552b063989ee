import type { Facet, FacetFilter, FacetRequest, Histogram } from "../../../../../shared/bridge/facets.ts";
import { MAX_CHOSEN_CELL_LENGTH } from "../../../../../shared/bridge/results.ts";
import { foldSearch } from "../../../../../shared/fold-search.ts";
import { MAIL_HOSTS } from "../../../../../shared/mail-hosts.ts";
import { assertNever } from "../../../../../shared/result.ts";
import { PROVIDERS, REASONS } from "../../../../../shared/segments.ts";
import { FLAG_BIT, FLAGS, VERDICT_CODE, VERDICTS } from "../../../../../shared/verdicts.ts";
import { unicodeForm } from "../../../text/index.ts";
import type { OpenCleaning } from "../opened.ts";
import type { CooperativeTask } from "../thread/steps.ts";
import type { ColumnValues } from "./cache.ts";
import { columnValues } from "./cells.ts";
import { CHOICE, type Choices, choicesOf, splitFilter } from "./choices.ts";
import { NO_BIN, type Scale } from "./column-types.ts";
import { maskOf } from "./filter.ts";
import {
  domainsOf,
  flagsIn,
  isTypoIn,
  providerIn,
  reasonIn,
  rowTraits,
  TRAITS,
  traitsOf,
  verdictIn,
} from "./traits.ts";

const ROWS_PER_YIELD = 65_536;
const NAMES_IN_STEP = 8192;

export interface Facets {
  /** Rows that pass the whole filter. */
  readonly total: number;
  readonly facets: Facet[];
}

type Asked<K extends FacetRequest["kind"]> = Extract<FacetRequest, { kind: K }>;

/** Rows per value of a column, with all of the filter applied except the choice of this column. */
interface CountedColumn {
  readonly values: ColumnValues;
  /** Bit of its choice; 0 if nothing is chosen. */
  readonly bit: number;
  readonly counts: Uint32Array;
}

/** Counts rows by the values of `asked`, each without its own choice in `filter`, in a single pass over the rows. */
export function* facetsOf(
  cleaning: OpenCleaning,
  filter: FacetFilter,
  asked: readonly FacetRequest[],
): CooperativeTask<Facets> {
  const { chosen, rest } = splitFilter(filter);
  const base = yield* maskOf(cleaning, rest);
  const choices = yield* choicesOf(cleaning, chosen);
  const columns = new Map<number, CountedColumn>();
  for (const ask of asked) {
    if (ask.kind !== "column" || columns.has(ask.column)) continue;
    const values = yield* columnValues(cleaning, ask.column);
    const bit = choices?.columns.find(({ column }) => column === ask.column)?.bit ?? 0;
    columns.set(ask.column, { values, bit, counts: new Uint32Array(values.texts.length) });
  }
  const { list } = cleaning;
  const byDomain = new Uint32Array(list.domains + 1);
  const byHost = new Uint32Array(list.domains + 1);
  const byTraits = yield* countRows(cleaning, base.mask, choices, { byDomain, byHost }, [
    ...columns.values(),
  ]);
  const first = asked.some(({ kind }) => kind === "domain") ? domainsOf(cleaning).canonicalId : null;
  if (first !== null) {
    for (let id = 0; id < first.length; id++) {
      const to = first[id] ?? id;
      if (to === id) continue;
      byDomain[to] = (byDomain[to] ?? 0) + (byDomain[id] ?? 0);
      byDomain[id] = 0;
    }
  }
  let total = 0;
  for (let traits = 0; traits < TRAITS; traits++)
    if ((choices?.traits[traits] ?? 0) === 0) total += byTraits[traits] ?? 0;
  const facets: Facet[] = [];
  for (const ask of asked) {
    switch (ask.kind) {
      case "domain":
        facets.push(yield* domainFacet(cleaning, ask, byDomain, chosen));
        break;
      case "mail_host":
        facets.push(mailHostFacet(cleaning, byHost));
        break;
      case "column": {
        const own = columns.get(ask.column);
        if (own === undefined) throw new Error("a column was not counted");
        facets.push(yield* columnFacet(ask, own.values, own.counts, chosen));
        break;
      }
      default:
        facets.push(enumFacet(ask.kind, byTraits, choices));
    }
  }
  return { total, facets };
}

/** Counts rows by traits. Each facet in the parameters is counted with all choices except its own. */
function* countRows(
  cleaning: OpenCleaning,
  mask: Uint8Array,
  choices: Choices | null,
  { byDomain, byHost }: { byDomain: Uint32Array; byHost: Uint32Array },
  columns: readonly CountedColumn[],
): CooperativeTask<Uint32Array> {
  const byTraits = new Uint32Array(TRAITS);
  const traits = traitsOf(cleaning);
  const { rowAddress, addressDomain, domains } = cleaning.list;
  const traitsFail = choices?.traits ?? new Uint8Array(TRAITS);
  const domainsFail = choices?.domains ?? null;
  const chosenColumns = choices?.columns ?? [];
  // Not a generator: half a million rows are counted while the user waits.
  function count(from: number, to: number): void {
    for (let row = from; row < to; row++) {
      if (mask[row] === 0) continue;
      const address = rowAddress[row] ?? -1;
      const own = address >= 0 ? (traits.byAddress[address] ?? 0) : rowTraits(traits, address);
      const domain = address < 0 ? domains : (addressDomain[address] ?? 0);
      let wide = domainsFail === null ? 0 : (domainsFail[domain] ?? 0);
      for (let at = 0; at < chosenColumns.length; at++) wide |= failingBit(chosenColumns[at], row);
      if (wide === 0) byTraits[own] = (byTraits[own] ?? 0) + 1;
      const all = wide | (traitsFail[own] ?? 0);
      if ((all & ~CHOICE.domain) === 0) byDomain[domain] = (byDomain[domain] ?? 0) + 1;
      if ((all & ~CHOICE.mail_host) === 0) byHost[domain] = (byHost[domain] ?? 0) + 1;
      for (let at = 0; at < columns.length; at++) countIn(columns[at], row, all);
    }
  }

  for (let from = 0; from < mask.length; from += ROWS_PER_YIELD) {
    yield;
    count(from, Math.min(mask.length, from + ROWS_PER_YIELD));
  }
  return byTraits;
}

function failingBit(choice: Choices["columns"][number] | undefined, row: number): number {
  return choice !== undefined && choice.fails[choice.values.codes[row] ?? 0] === 1 ? choice.bit : 0;
}

/** Counts the row unless it fails another choice than the column's own. `fails` are the bits it fails. */
function countIn(column: CountedColumn | undefined, row: number, fails: number): void {
  if (column === undefined || (fails & ~column.bit) !== 0) return;
  const value = column.values.codes[row] ?? 0;
  column.counts[value] = (column.counts[value] ?? 0) + 1;
}

type NarrowKind = Exclude<FacetRequest["kind"], "domain" | "column" | "mail_host">;

function enumFacet(kind: NarrowKind, byTraits: Uint32Array, choices: Choices | null): Facet {
  const { names, placesOf } = narrow(kind);
  const counts = new Uint32Array(names.length);
  let rows = 0;
  let filled = 0;
  for (let traits = 0; traits < TRAITS; traits++) {
    const own = byTraits[traits] ?? 0;
    if (own === 0 || ((choices?.traits[traits] ?? 0) & ~CHOICE[kind]) !== 0) continue;
    rows += own;
    const places = placesOf(traits);
    if (places.length > 0) filled += own;
    for (const place of places) counts[place] = (counts[place] ?? 0) + own;
  }
  const values = names.map((value, at) => ({ value, rows: counts[at] ?? 0 }));
  const distinct = values.filter((one) => one.rows > 0).length;
  return { kind, rows, filled, distinct, matching: distinct, values };
}

interface Narrow {
  readonly names: readonly string[];
  /** Indexes in `names` that apply to a row with these traits. */
  placesOf(traits: number): readonly number[];
}

const VERDICT_NAMES = [...VERDICTS, "none"];
const PLACE_OF_VERDICT = new Map(VERDICTS.map((verdict, place) => [VERDICT_CODE[verdict], [place]]));

function narrow(kind: NarrowKind): Narrow {
  switch (kind) {
    case "verdict":
      return {
        names: VERDICT_NAMES,
        placesOf: (traits) => PLACE_OF_VERDICT.get(verdictIn(traits)) ?? [VERDICTS.length],
      };
    case "flag":
      return {
        names: FLAGS,
        placesOf: (traits) =>
          FLAGS.flatMap((flag, place) => ((flagsIn(traits) & FLAG_BIT[flag]) === 0 ? [] : [place])),
      };
    case "typo":
      return { names: ["likely"], placesOf: (traits) => (isTypoIn(traits) ? [0] : []) };
    case "provider":
      return {
        names: PROVIDERS,
        placesOf(traits) {
          const provider = providerIn(traits);
          return provider === null ? [] : [PROVIDERS.indexOf(provider)];
        },
      };
    case "reason":
      return { names: REASONS, placesOf: (traits) => [REASONS.indexOf(reasonIn(traits))] };
    default:
      return assertNever(kind);
  }
}

type Chosen = ReturnType<typeof splitFilter>["chosen"];

function mailHostFacet({ mailHosts }: OpenCleaning, counts: Uint32Array): Facet {
  const byHost = new Uint32Array(MAIL_HOSTS.length + 1);
  for (const [domain, host] of mailHosts.entries())
    byHost[host] = (byHost[host] ?? 0) + (counts[domain] ?? 0);
  const values = MAIL_HOSTS.map((value, at) => ({ value, rows: byHost[at + 1] ?? 0 }));
  const found = values.filter(({ rows }) => rows > 0).sort((a, b) => b.rows - a.rows);
  const filled = sumOf(byHost.subarray(1));
  const distinct = found.length;
  return { kind: "mail_host", rows: sumOf(counts), filled, distinct, matching: distinct, values: found };
}

function* domainFacet(
  cleaning: OpenCleaning,
  { top, search }: Asked<"domain">,
  counts: Uint32Array,
  chosen: Chosen,
): CooperativeTask<Facet> {
  const { list } = cleaning;
  const domains = counts.subarray(0, list.domains);
  const named = [...(chosen.domains ?? []), ...(chosen.exclude?.domains ?? [])].map(domainsOf(cleaning).find);
  const filled = sumOf(domains);
  const rows = filled + (counts[list.domains] ?? 0);
  return {
    kind: "domain",
    rows,
    filled,
    ...(yield* topValues(domains, (id) => list.domain(id), { top, search, named })),
  };
}

function* columnFacet(
  { column, top, search }: Asked<"column">,
  { texts, empty, find, scale }: ColumnValues,
  counts: Uint32Array,
  chosen: Chosen,
): CooperativeTask<Facet> {
  const own = (chosen.cells ?? []).filter((part) => part.column === column);
  const named = own.flatMap(({ values, exclude }) => [...(values ?? []), ...(exclude ?? [])]).map(find);
  const rows = sumOf(counts);
  const blank = empty < 0 ? 0 : (counts[empty] ?? 0);
  const textOf = (id: number) => texts[id] ?? "";
  return {
    kind: "column",
    column,
    rows,
    filled: rows - blank,
    ...(yield* topValues(counts, textOf, { top, search, named })),
    histogram: scale === null ? null : histogramOf(scale, counts),
  };
}

/** Returns the `top` values by row count (ties in the list's order), then those in `named` that are not among them. */
function* topValues(
  counts: Uint32Array,
  nameOf: (id: number) => string,
  { top, search, named }: { top: number; search: string; named: readonly number[] },
): CooperativeTask<Pick<Facet, "distinct" | "matching" | "values">> {
  const needle = foldSearch(search.trim());
  const most: number[] = [];
  let distinct = 0;
  let matching = 0;
  let read = 0;
  for (let id = 0; id < counts.length; id++) {
    const rows = counts[id] ?? 0;
    if (rows === 0) continue;
    distinct++;
    if (needle !== "") {
      if (++read % NAMES_IN_STEP === 0) yield;
      if (!holds(nameOf(id), needle)) continue;
    }
    matching++;
    const last = most.length < top ? undefined : most[most.length - 1];
    if (top === 0 || (last !== undefined && (counts[last] ?? 0) >= rows)) continue;
    if (nameOf(id).length > MAX_CHOSEN_CELL_LENGTH) continue;
    put(most, id, rows, counts);
    most.length = Math.min(most.length, top);
  }
  const shown = new Set(most);
  for (const id of named) if (id >= 0) shown.add(id);
  const values = Array.from(shown, (id) => ({ value: nameOf(id), rows: counts[id] ?? 0 }));
  return { distinct, matching, values };
}

/** Inserts `id` after the values with at least as many rows. */
function put(most: number[], id: number, rows: number, counts: Uint32Array): void {
  let [from, to] = [0, most.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((counts[most[middle] ?? 0] ?? 0) >= rows) from = middle + 1;
    else to = middle;
  }
  most.splice(from, 0, id);
}

function holds(name: string, needle: string): boolean {
  const folded = foldSearch(name);
  return (
    folded.includes(needle) || (folded.includes("xn--") && foldSearch(unicodeForm(folded)).includes(needle))
  );
}

function histogramOf({ kind, binOf, bounds }: Scale, counts: Uint32Array): Histogram {
  const rows = new Uint32Array(bounds.length - 1);
  for (let code = 0; code < counts.length; code++) {
    const bin = binOf[code] ?? NO_BIN;
    if (bin !== NO_BIN) rows[bin] = (rows[bin] ?? 0) + (counts[code] ?? 0);
  }
  return {
    kind,
    bins: Array.from(rows, (own, at) => ({ from: bounds[at] ?? 0, to: bounds[at + 1] ?? 0, rows: own })),
  };
}

function sumOf(counts: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < counts.length; at++) sum += counts[at] ?? 0;
  return sum;
}
