import type Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress, foldDomain } from "../../../shared/fold-addresses.ts";
import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { EMPTY, LIST_COLUMNS, MALFORMED, type OpenList, openList } from "../lists/index.ts";
import {
  type ErasedPeople,
  type Fact,
  factColumns,
  type ImportLeft,
  readFacts,
  writeFacts,
} from "../memory/index.ts";
import { FATE, RESULT_COLUMNS } from "../results/format.ts";
import { columnsOf, type ListLayout } from "../store/index.ts";
import { type Encoding, encodingNamed, readCell } from "../text/index.ts";
import { type ByteRange, mentionsInFile } from "./blank.ts";
import { withoutMentions } from "./mentions.ts";

export interface ErasedFacts {
  readonly gone: number;
  /** Mentions in other people's facts. */
  readonly places: number;
  readonly left: readonly Fact[];
}

/** Finds erased people in the `facts` facts of a source. Throws if they are damaged. */
export function eraseFromFacts(path: string, facts: number, people: ErasedPeople): ErasedFacts {
  const read = readFacts(path, facts);
  if (!read.ok) throw new Error(read.problem.code);
  const { count, entry, outcome, time, words } = read.value;
  const left: Fact[] = [];
  let places = 0;
  for (let at = 0; at < count; at++) {
    const outcomeName = outcome(at);
    if (outcomeName === null || people.has(entry(at))) continue;
    const blanked = withoutMentions(words(at), people);
    if (blanked !== null) places++;
    left.push({ entry: entry(at), outcome: outcomeName, at: time(at), words: blanked ?? words(at) });
  }
  return { gone: count - left.length, places, left };
}

/** Writes the remaining facts of a source. Throws if that fails. */
export function writeLeft(to: string, kind: string, left: readonly Fact[]): ImportLeft {
  const written = writeFacts(to, factColumns(left));
  if (!written.ok) throw new Error(written.problem.code === "disk_full" ? "ENOSPC" : written.problem.code);
  const unmailed = left.filter((one) => kind === "suppression" || OUTCOME_EFFECTS[one.outcome].isNeverMailed);
  const entries = [...new Set(unmailed.map((one) => one.entry))];
  const domains = entries.filter((one) => one.startsWith("@")).length;
  const { outcomes, digest } = written.value;
  const numbers = { facts: left.length, bounces: outcomes.hard, sent: outcomes.sent, digest };
  return { ...numbers, addresses: entries.length - domains, domains };
}

export interface ErasedInList {
  readonly numbers: ReadonlySet<number>;
  /** Their records, keeping the characters that separate cells and rows. */
  readonly rows: readonly ByteRange[];
  readonly mentions: readonly ByteRange[];
  readonly recordsPath: string;
  readonly encoding: Encoding;
  /** False if the records were extracted from a workbook or archive, which may contain more. */
  readonly isOriginal: boolean;
}

/** Finds erased people in a list. Throws file system and SQLite errors. */
export function eraseFromList(layout: ListLayout, people: ErasedPeople): ErasedInList {
  const list = openList(layout, { lazy: true });
  try {
    const { meta, recordsPath } = list;
    const numbers = numbersOf(list, people);
    const rows: ByteRange[] = [];
    const kept = new Set([`"`, "\r", "\n", meta.delimiter].map((one) => one.charCodeAt(0)));
    for (let row = 0; row < list.rows; row++) {
      const address = list.rowAddress[row] ?? EMPTY;
      if (address === MALFORMED ? isProposedFor(list, row, people) : numbers.has(address))
        rows.push({ start: list.rowStart[row] ?? 0, end: list.rowEnd[row] ?? 0, kept });
    }
    const encoding = encodingNamed(meta.encoding);
    if (encoding === null) throw new Error("the encoding is not known");
    const all = mentionsInFile(recordsPath, people, encoding);
    return {
      numbers,
      rows,
      recordsPath,
      encoding,
      isOriginal: meta.records === "original",
      mentions: outside(rows, all),
    };
  } finally {
    list.close();
  }
}

/** Returns whether one of the people is proposed for a cell without a valid address, such as `ann @acme.example`. */
function isProposedFor(list: OpenList, row: number, people: ErasedPeople): boolean {
  const column = list.meta.addressColumn ?? 0;
  const reading = readCell(list.cellsOf(list.recordBytes(row), column + 1)[column] ?? "");
  return reading.kind === "fixable" && people.has(foldAddress(reading.address));
}

function numbersOf(list: OpenList, people: ErasedPeople): Set<number> {
  const domains = new Set<number>();
  for (let id = 0; id < list.domains; id++)
    if (people.hasDomain(foldDomain(list.domain(id)))) domains.add(id);
  const gone = new Set<number>();
  if (domains.size > 0)
    list.addressDomain.forEach((domain, id) => {
      if (domains.has(domain) && people.has(foldAddress(list.address(id)))) gone.add(id);
    });
  return gone;
}

/** Returns the places outside `rows`; both are sorted. */
function outside(rows: readonly ByteRange[], places: readonly ByteRange[]): ByteRange[] {
  let row = 0;
  return places.filter(({ start }) => {
    while (row < rows.length && (rows[row]?.end ?? 0) <= start) row++;
    return !(start >= (rows[row]?.start ?? Number.POSITIVE_INFINITY));
  });
}

/** Removes addresses from a list's columns; their rows become empty. */
export function forgetAddresses(db: Database.Database, gone: ReadonlySet<number>): void {
  if (gone.size === 0) return;
  const store = columnsOf(db);
  const { addressText, addressEnd, addressDomain, domainText, domainEnd, rowAddress } = LIST_COLUMNS;
  const text = store.read(addressText);
  blankTexts(text, store.read(addressEnd), gone);
  store.put(addressText, text);
  const domains = store.read(addressDomain);
  const unused = new Set([...gone].flatMap((id) => domains[id] ?? []));
  for (const [id, domain] of domains.entries()) if (!gone.has(id)) unused.delete(domain);
  const names = store.read(domainText);
  blankTexts(names, store.read(domainEnd), unused);
  store.put(domainText, names);
  const addresses = store.read(rowAddress);
  store.put(
    rowAddress,
    addresses.map((id) => (gone.has(id) ? EMPTY : id)),
  );
}

const correctionsSchema = z.array(z.object({ id: z.int(), address: z.string() }));

/** Removes the corrections that lead to erased people, with the cells that they were made for. Returns their number. */
export function forgetCorrections(db: Database.Database, people: ErasedPeople): number {
  const found = ["SELECT id, suggestion AS address FROM typos", "SELECT id, address FROM cells"].map(
    (select) =>
      correctionsSchema
        .parse(db.prepare(select).all())
        .filter(({ address }) => people.has(foldAddress(address))),
  );
  const [typos = [], cells = []] = found;
  for (const { id } of typos) db.prepare("DELETE FROM typos WHERE id = ?").run(id);
  for (const { id } of cells) db.prepare("DELETE FROM cells WHERE id = ?").run(id);
  return typos.length + cells.length;
}

/** Overwrites some of the concatenated texts. */
function blankTexts(text: Uint8Array, ends: Uint32Array, numbers: ReadonlySet<number>): void {
  for (const number of numbers) text.fill(120, number === 0 ? 0 : ends[number - 1], ends[number]);
}

/** Removes verdicts from a cleaning's results and marks the addresses as suppressed. */
export function forgetVerdicts(db: Database.Database, gone: ReadonlySet<number>): void {
  const store = columnsOf(db);
  const fate = store.get(RESULT_COLUMNS.fate);
  const verdict = store.get(RESULT_COLUMNS.verdict);
  if (gone.size === 0 || fate === null || verdict === null) return;
  for (const id of gone) {
    fate[id] = FATE.suppressed;
    verdict[id] = 0;
  }
  store.put(RESULT_COLUMNS.fate, fate);
  store.put(RESULT_COLUMNS.verdict, verdict);
}
