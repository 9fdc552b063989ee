import type Database from "better-sqlite3";
import { z } from "zod";
import { type FoldedText, hashAt, type LookupKeys, orderByHash } from "../text/index.ts";
import { type Block, type BlockData, type BlockReader, COLUMN, createBlockReader } from "./blocks.ts";

const BLOCK_ENTRIES = 65_536;
const BLOCK_TEXT = 4 * 1024 * 1024;

export interface Entry {
  readonly hash: number;
  readonly verdict: number;
  readonly flags: number;
  readonly source: number;
  readonly at: number;
  readonly cleaning: number;
  readonly part: number;
}

/** Writes a new run. Entries must be added in ascending order of hash, within a transaction. */
export type RunWriter = ReturnType<typeof createRunWriter>;

/** `claims`: write no verdict columns. */
function createRunWriter(
  db: Database.Database,
  scope: number,
  { claims = false }: { claims?: boolean } = {},
) {
  const insertBlock = db.prepare(
    "INSERT INTO blocks (run, block, entries, first, last) VALUES (?, ?, ?, ?, ?)",
  );
  const insertColumn = db.prepare("INSERT INTO block_columns (run, block, kind, data) VALUES (?, ?, ?, ?)");
  const hash = new Float64Array(BLOCK_ENTRIES);
  const verdict = new Uint8Array(BLOCK_ENTRIES);
  const flags = new Uint8Array(BLOCK_ENTRIES);
  const source = new Uint8Array(BLOCK_ENTRIES);
  const at = new Float64Array(BLOCK_ENTRIES);
  const cleaning = new Uint32Array(BLOCK_ENTRIES);
  const part = new Uint16Array(BLOCK_ENTRIES);
  const ends = new Uint32Array(BLOCK_ENTRIES);
  let texts = Buffer.allocUnsafe(BLOCK_TEXT);
  const cleanings = new Set<number>();
  let run: number | null = null;
  let block = 0;
  let total = 0;
  let count = 0;
  let textEnd = 0;

  function flush(): void {
    if (count === 0) return;
    run ??= Number(db.prepare("INSERT INTO runs (scope, entries) VALUES (?, 0)").run(scope).lastInsertRowid);
    insertBlock.run(run, block, count, hash[0], hash[count - 1]);
    const put = (kind: number, data: Uint8Array | Uint16Array | Uint32Array | Float64Array) => {
      const bytes = Buffer.from(data.buffer, data.byteOffset, count * data.BYTES_PER_ELEMENT);
      insertColumn.run(run, block, kind, bytes);
    };
    put(COLUMN.hash, hash);
    if (!claims) {
      put(COLUMN.verdict, verdict);
      put(COLUMN.flags, flags);
      put(COLUMN.source, source);
      put(COLUMN.at, at);
      put(COLUMN.cleaning, cleaning);
    }
    put(COLUMN.part, part);
    put(COLUMN.end, ends);
    insertColumn.run(run, block, COLUMN.text, texts.subarray(0, textEnd));
    total += count;
    block++;
    count = 0;
    textEnd = 0;
  }

  return {
    add(entry: Entry, text: Uint8Array, start: number, end: number) {
      if (count === BLOCK_ENTRIES || (count > 0 && textEnd + end - start > BLOCK_TEXT)) flush();
      if (end - start > texts.length) texts = Buffer.allocUnsafe(end - start);
      hash[count] = entry.hash;
      verdict[count] = entry.verdict;
      flags[count] = entry.flags;
      source[count] = entry.source;
      at[count] = entry.at;
      cleaning[count] = entry.cleaning;
      part[count] = entry.part;
      for (let from = start; from < end; from++) texts[textEnd++] = text[from] ?? 0;
      ends[count] = textEnd;
      count++;
      cleanings.add(entry.cleaning);
    },
    /** Returns the run's id; `null` if it is empty. */
    finish(): number | null {
      flush();
      if (run === null) return null;
      db.prepare("UPDATE runs SET entries = ? WHERE id = ?").run(total, run);
      const insert = db.prepare("INSERT INTO run_cleanings (run, cleaning) VALUES (?, ?)");
      for (const number of cleanings) insert.run(run, number);
      return run;
    },
  };
}

/** Verdicts of one part: entries `addresses` of columns over the whole list. */
export interface TakenColumns {
  readonly folded: FoldedText;
  readonly addresses: Uint32Array;
  /** Addresses of the part without a result; they may be paid for. */
  readonly missing: Uint32Array;
  readonly verdict: Uint8Array;
  readonly flags: Uint8Array;
  readonly source: Uint8Array;
  readonly verifiedAt: Float64Array;
}

/** Writes a part's verdicts as a run. Call within a transaction. */
export function writeRun(
  db: Database.Database,
  scope: number,
  { cleaning, part }: { readonly cleaning: number; readonly part: number },
  taken: TakenColumns,
): void {
  const writer = createRunWriter(db, scope);
  addInOrder(writer, taken.folded, taken.addresses, (address) => ({
    verdict: taken.verdict[address] ?? 0,
    flags: taken.flags[address] ?? 0,
    source: taken.source[address] ?? 0,
    at: taken.verifiedAt[address] ?? 0,
    cleaning,
    part,
  }));
  writer.finish();
}

function addInOrder(
  writer: RunWriter,
  folded: FoldedText,
  addresses: Uint32Array,
  entryOf: (address: number) => Omit<Entry, "hash">,
): void {
  const hashes = Float64Array.from(addresses, (address) => hashAt(folded, address));
  for (const place of orderByHash(hashes)) {
    const address = addresses[place] ?? 0;
    const start = address === 0 ? 0 : (folded.ends[address - 1] ?? 0);
    const entry = { hash: hashes[place] ?? 0, ...entryOf(address) };
    writer.add(entry, folded.bytes, start, folded.ends[address] ?? start);
  }
}

/** Marks a claim on missing results (in place of its number of parts); kept as long as the cleaning. */
export const MISSING_RESULTS = 0;

/** Writes a part's missing results as a claim. Call within a transaction. */
export function writeMissingClaim(
  db: Database.Database,
  scope: number,
  { cleaning, part }: { readonly cleaning: number; readonly part: number },
  { folded, missing }: TakenColumns,
): void {
  const writer = createRunWriter(db, scope, { claims: true });
  addInOrder(writer, folded, missing, () => ({ ...NO_VERDICT, cleaning, part }));
  const run = writer.finish();
  if (run !== null) db.prepare("UPDATE runs SET claim = ? WHERE id = ?").run(MISSING_RESULTS, run);
}

/** Addresses claimed by a cleaning. `partOf`: ordinal of each address's part; 0 if none. */
export interface ClaimedColumns {
  readonly sortedAddresses: LookupKeys;
  readonly parts: number;
  readonly partOf: Uint16Array;
}

/** Writes claimed addresses as a run. Call within a transaction. */
export function writeClaim(
  db: Database.Database,
  scope: number,
  cleaning: number,
  { sortedAddresses, parts, partOf }: ClaimedColumns,
): void {
  const { folded, hashes, address } = sortedAddresses;
  const writer = createRunWriter(db, scope, { claims: true });
  for (let at = 0; at < address.length; at++) {
    const own = address[at] ?? 0;
    const part = partOf[own] ?? 0;
    if (part === 0) continue;
    const start = own === 0 ? 0 : (folded.ends[own - 1] ?? 0);
    const entry = { ...NO_VERDICT, hash: hashes[at] ?? 0, cleaning, part };
    writer.add(entry, folded.bytes, start, folded.ends[own] ?? start);
  }
  const run = writer.finish();
  db.prepare("UPDATE runs SET claim = ? WHERE id = ?").run(parts, run);
}

const NO_VERDICT = { verdict: 0, flags: 0, source: 0, at: 0 } as const;

/** Deletes a cleaning's claims if `isOver` its number of parts. Call within a transaction. */
export function dropClaims(
  db: Database.Database,
  cleaning: number,
  isOver: (parts: number) => boolean = () => true,
): void {
  const claims = db
    .prepare(
      "SELECT id, claim FROM runs JOIN run_cleanings ON run = id WHERE cleaning = ? AND claim IS NOT NULL",
    )
    .all(cleaning);
  for (const { id, claim } of z.array(z.object({ id: z.number(), claim: z.number() })).parse(claims))
    if (isOver(claim)) drop(db, id);
}

const FAN = 8;
const SMALLEST = 1024;
const runSchema = z.object({ id: z.number(), entries: z.number() });

interface Cursor {
  readonly blocks: readonly Block[];
  next: number;
  hashes: Float64Array;
  data: BlockData | null;
  at: number;
}

/** Merges similar-sized runs until no size has `FAN` of them. Call within a transaction. */
export function compact(db: Database.Database, scope: number): void {
  for (;;) {
    const runs = z
      .array(runSchema)
      .parse(
        db.prepare("SELECT id, entries FROM runs WHERE scope = ? AND claim IS NULL ORDER BY id").all(scope),
      );
    const levels = new Map<number, number[]>();
    for (const { id, entries } of runs) {
      const level = Math.max(0, Math.floor(Math.log(entries / SMALLEST) / Math.log(FAN)));
      levels.set(level, [...(levels.get(level) ?? []), id]);
    }
    const full = [...levels.values()].find((ids) => ids.length >= FAN);
    if (full === undefined) return;
    rewrite(db, scope, full, () => true);
  }
}

/** Replaces `runs` by one with the entries that `keep` accepts. */
export function rewrite(
  db: Database.Database,
  scope: number,
  runs: readonly number[],
  keep: (data: BlockData, entry: number) => boolean,
): void {
  const reader = createBlockReader(db);
  const cursors = runs.map((run) => open(reader, run));
  const writer = createRunWriter(db, scope);
  for (;;) {
    let least: Cursor | null = null;
    for (const cursor of cursors) {
      if (cursor.data === null) continue;
      if (least === null || (cursor.hashes[cursor.at] ?? 0) < (least.hashes[least.at] ?? 0)) least = cursor;
    }
    if (least === null || least.data === null) break;
    const { data, at, hashes } = least;
    if (keep(data, at)) {
      const entry = {
        hash: hashes[at] ?? 0,
        verdict: data.verdict[at] ?? 0,
        flags: data.flags[at] ?? 0,
        source: data.source[at] ?? 0,
        at: data.at[at] ?? 0,
        cleaning: data.cleaning[at] ?? 0,
        part: data.part[at] ?? 0,
      };
      writer.add(entry, data.text, at === 0 ? 0 : (data.end[at - 1] ?? 0), data.end[at] ?? 0);
    }
    step(reader, least);
  }
  writer.finish();
  for (const run of runs) drop(db, run);
}

function open(reader: BlockReader, run: number): Cursor {
  const cursor: Cursor = {
    blocks: reader.blocksOf(run),
    next: 0,
    hashes: new Float64Array(0),
    data: null,
    at: -1,
  };
  step(reader, cursor);
  return cursor;
}

function step(reader: BlockReader, cursor: Cursor): void {
  cursor.at++;
  if (cursor.at < cursor.hashes.length) return;
  const block = cursor.blocks[cursor.next];
  cursor.next++;
  cursor.at = 0;
  cursor.hashes = block === undefined ? new Float64Array(0) : reader.hashes(block);
  cursor.data = block === undefined ? null : reader.data(block);
}

function drop(db: Database.Database, run: number): void {
  db.prepare("DELETE FROM block_columns WHERE run = ?").run(run);
  db.prepare("DELETE FROM blocks WHERE run = ?").run(run);
  db.prepare("DELETE FROM run_cleanings WHERE run = ?").run(run);
  db.prepare("DELETE FROM runs WHERE id = ?").run(run);
}
