import Database from "better-sqlite3";
import { suppressionListSchema } from "../../../shared/bridge/suppression.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { OUTCOME_EFFECTS, type Outcome } from "../../../shared/mail-outcomes.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { isOfTeam } from "../ledger/index.ts";
import type { OpenList } from "../lists/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import { type AllowedPeople, type OptOut, readAllowed } from "./allowed-people.ts";
import { coveringEntries, entriesIn, QUOTED_LOCAL, WILDCARD } from "./entries.ts";
import { type ErasedPeople, erasedStamp, readErased } from "./erased.ts";
import { type FactColumns, factColumns } from "./fact-columns.ts";
import { eachImport } from "./import-store.ts";

/** Returns the suppression lists, oldest first. */
export function listedSuppression({ db }: Pick<Journal, "db">) {
  const rows = db
    .prepare(
      `SELECT id, name, addresses, domains, created_at AS createdAt FROM imports WHERE kind = 'suppression'
       ORDER BY created_at`,
    )
    .all();
  return rows.map((row) => {
    const list = suppressionListSchema.parse(row);
    return isOfTeam(list.id) ? { ...list, isShared: true } : list;
  });
}

/** Returns a cache key of the sources of suppression. Throws SQLite errors. */
export function sourcesNow(layout: Layout): string {
  const db = new Database(layout.journal, { readonly: true });
  try {
    return sourcesIn({ db }, layout);
  } finally {
    db.close();
  }
}

export function sourcesIn({ db }: Pick<Journal, "db">, layout: Pick<Layout, "erased">): string {
  const imports = db.prepare("SELECT id FROM imports WHERE kind <> 'sent' ORDER BY id").pluck().all();
  return JSON.stringify([imports, erasedStamp(layout)]);
}

/** People who are neither verified nor written: suppressed ones, and those who were erased. */
export interface SuppressedPeople {
  readonly isEmpty: boolean;
  /** Returns whether a folded address, or its domain, is suppressed or erased. */
  has(folded: string): boolean;
  /** Returns whether a folded address was erased. */
  isErased(folded: string): boolean;
}

/** Returns the erased people, whom no option lets through. Throws if `erased.json` is damaged. */
export function erasedOnly(layout: Layout): SuppressedPeople {
  return withErased(new Map(), readErased(layout), null);
}

/** `entries` has the newest opt-out of each entry. */
function withErased(
  entries: ReadonlyMap<string, OptOut>,
  erased: ErasedPeople | null,
  allowed: AllowedPeople | null,
): SuppressedPeople {
  const isErased = (folded: string) => erased?.has(folded) === true;
  const covers = (entry: string) => entries.has(entry);
  const hasWildcards = Array.from(entries.keys()).some((entry) => entry.startsWith(WILDCARD));
  const isCovered = (folded: string) => {
    const covering = hasWildcards ? coveringEntries(folded) : [folded.slice(folded.lastIndexOf("@"))];
    return covering.some((entry) => {
      const optOut = entries.get(entry);
      return optOut !== undefined && allowed?.isAllowedAfter(folded, optOut) !== true;
    });
  };
  return {
    isEmpty: entries.size === 0 && erased === null,
    has: (folded) => covers(folded) || isCovered(folded) || isErased(folded),
    isErased,
  };
}

/**
 * Returns all suppressed and erased people. Fails with `store_corrupt` if facts are missing: people would be mailed who
 * must not be.
 */
export function suppressedPeople(layout: Layout): Result<SuppressedPeople> {
  const allowed = readAllowed(layout);
  if (!allowed.ok) return allowed;
  const { isEmpty, isAllowedAfter } = allowed.value;
  const all = new Map<string, OptOut>();
  const read = eachImport(
    layout,
    "addresses + domains > 0",
    ({ kind, source, at: assumed, position }, facts) => {
      for (let fact = 0; fact < facts.count; fact++) {
        if (kind !== "suppression" && !isUnwanted(facts.outcome(fact))) continue;
        const entry = facts.entry(fact);
        const optOut = { source, at: facts.time(fact) ?? assumed, position };
        if (isEmpty || !isAllowedAfter(entry, optOut)) all.set(entry, optOut);
      }
    },
  );
  return read.ok ? ok(withErased(all, readErased(layout), isEmpty ? null : allowed.value)) : read;
}

/** Returns the entries of everyone who opted out by a source. Damaged imports count as empty: fewer are let back in. */
export function optedOutBy(layout: Layout, source: string): ReadonlySet<string> {
  const entries = new Set<string>();
  eachImport(layout, "addresses > 0", (one, facts) => {
    for (let fact = 0; one.source === source && fact < facts.count; fact++)
      if (isUnwanted(facts.outcome(fact))) entries.add(facts.entry(fact));
  });
  return entries;
}

function isUnwanted(outcome: Outcome | null): boolean {
  return outcome !== null && OUTCOME_EFFECTS[outcome].isNeverMailed;
}

/**
 * Returns 1 for each suppressed address; `null` if there are none. With `list`, corrections of suppressed addresses are
 * suppressed too: it is the same person.
 */
export function suppressedAmong(
  people: SuppressedPeople,
  count: number,
  folded: (address: number) => string,
  list?: Pick<OpenList, "corrections" | "find">,
): Uint8Array | null {
  if (people.isEmpty) return null;
  const found = new Uint8Array(count);
  let some = false;
  const add = (id: number) => {
    found[id] = 1;
    some = true;
  };
  for (let id = 0; id < count; id++) if (people.has(folded(id))) add(id);
  for (const [written, meant] of list?.corrections ?? []) {
    const id = containsSuppressed(people, written) ? (list?.find(meant) ?? -1) : -1;
    if (id >= 0) add(id);
  }
  return some ? found : null;
}

/** Returns whether a cell contains a suppressed address. */
export function containsSuppressed(people: Pick<SuppressedPeople, "has">, cell: string): boolean {
  return entriesIn(cell).entries.some((entry) => people.has(entry));
}

/** Reason not to verify or write an address. */
export type SuppressionReason = "suppressed" | "erased";

/** Returns why each address is left out, in order; `null` if it isn't. Fails like `suppressedPeople`. */
export function findSuppression(
  layout: Layout,
  addresses: readonly string[],
): Result<(SuppressionReason | null)[]> {
  const people = suppressedPeople(layout);
  if (!people.ok) return people;
  const { has, isErased } = people.value;
  return ok(
    addresses.map((address) => {
      const folded = foldAddress(address.trim());
      return isErased(folded) ? "erased" : has(folded) ? "suppressed" : null;
    }),
  );
}

export interface SuppressedRows {
  readonly entries: ReadonlySet<string>;
  /** Non-blank lines with text that is neither an address nor a domain. */
  readonly ignored: number;
}

/**
 * Collects the entries of a list, also above its first row. A row's entries are in the first of `columns`, or in its
 * only filled cell. A bare domain counts only if it is alone in its cell or line.
 */
export function suppressedRows(opened: OpenList, columns: readonly number[]): SuppressedRows {
  const entries = new Set<string>();
  let ignored = 0;
  let isFirst = !opened.meta.hasHeader;
  const { delimiter } = opened.meta;
  const isText = opened.meta.columns.length < 2;

  function take(cells: readonly string[], place: "above" | "row"): void {
    const filled = cells.filter((cell) => cell.trim() !== "");
    if (filled.length === 0) return;
    // A row's domain counts only if the row contains nothing else.
    const among = filled.length === 1 ? columns : columns.slice(0, 1);
    const own = among.map((column) => cells[column] ?? "").find((cell) => cell.trim() !== "");
    // In plain text, commas needn't separate cells.
    const read = entriesIn(isText ? cells.join(delimiter) : (own ?? ""));
    const meant = place === "above" && !read.isWhole ? [] : [...read.entries];
    const mayBeDomain = filled.length === 1 || (place === "row" && !isText);
    if (meant.length === 0 && mayBeDomain && read.bare !== null) meant.push(read.bare);
    for (const entry of meant) entries.add(entry);
    // The first line may be an undetected header.
    const isUnread = meant.length === 0 && place === "row" && !isFirst;
    if (isUnread || read.isPartial) ignored++;
    if (place === "row") isFirst = false;
  }

  for (const cells of opened.aboveRows()) take(cells, "above");
  const header = opened.headerBytes();
  if (header.length > 0) take(opened.cellsOf(header), "above");
  for (let row = 0; row < opened.rows; row++) {
    const cells = opened.cells(row);
    const line =
      isText && (cells[0] ?? "").includes("@") ? opened.decode(opened.recordBytes(row)).trim() : "";
    take(QUOTED_LOCAL.test(line) ? [line] : cells, "row");
  }
  return { entries, ignored };
}

/** Returns the facts that people signed up again at `at` (Unix ms), for a reason. */
export function allowing(entries: readonly string[], at: number, reason: string): FactColumns {
  return factColumns(entries.map((entry) => ({ entry, outcome: "allowed", at, words: reason })));
}

export function suppressing(entries: Iterable<string>): FactColumns {
  return factColumns(Array.from(entries, (entry) => ({ entry, outcome: "suppressed", at: null, words: "" })));
}

export interface RowEntries {
  readonly addresses: number;
  readonly already: number;
  readonly without: number;
}

/** Collects the people named by rows, separating those among the `known` entries. */
export function gatherEntries(known: Pick<SuppressedPeople, "has">) {
  const fresh = new Set<string>();
  const already = new Set<string>();
  let without = 0;
  const take = (folded: string) => void (known.has(folded) ? already : fresh).add(folded);
  return {
    fresh,
    address: take,
    /** Adds the addresses in a row's cells. Domains are ignored: they would suppress everyone there. */
    cells(texts: readonly string[]): readonly string[] {
      const named = texts
        .flatMap((text) => entriesIn(text).entries)
        .filter((entry) => !entry.startsWith("@"));
      if (named.length === 0) without++;
      for (const entry of named) take(entry);
      return named;
    },
    counted: (): RowEntries => ({ addresses: fresh.size, already: already.size, without }),
  };
}
