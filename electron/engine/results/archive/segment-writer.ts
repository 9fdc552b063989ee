import type Database from "better-sqlite3";
import { COLUMN } from "./blocks.ts";

const BLOCK_ENTRIES = 65_536;
const BLOCK_TEXT = 4 * 1024 * 1024;

/** One verdict of one address, as the archive keeps it. */
export interface Entry {
  readonly hash: number;
  readonly verdict: number;
  readonly flags: number;
  readonly source: number;
  /** Unix milliseconds. */
  readonly at: number;
  /** The cleaning's number in the archive. */
  readonly cleaning: number;
  /** The part's ordinal. */
  readonly part: number;
}

/** Writes a new segment. Entries come in ascending order of hash. Use it inside a transaction. */
export interface SegmentWriter {
  add(entry: Entry, text: Uint8Array, start: number, end: number): void;
  /** Ends the segment; its number, or null when nothing was added. */
  finish(): number | null;
}

export function createSegmentWriter(db: Database.Database, scope: number): SegmentWriter {
  const insertBlock = db.prepare(
    "INSERT INTO blocks (segment, block, entries, first, last) VALUES (?, ?, ?, ?, ?)",
  );
  const insertColumn = db.prepare(
    "INSERT INTO block_columns (segment, block, kind, data) VALUES (?, ?, ?, ?)",
  );
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
  let segment: number | null = null;
  let block = 0;
  let total = 0;
  let count = 0;
  let textEnd = 0;

  function flush(): void {
    if (count === 0) return;
    segment ??= Number(
      db.prepare("INSERT INTO segments (scope, entries) VALUES (?, 0)").run(scope).lastInsertRowid,
    );
    insertBlock.run(segment, block, count, hash[0], hash[count - 1]);
    const put = (kind: number, data: Uint8Array | Uint16Array | Uint32Array | Float64Array) => {
      const bytes = Buffer.from(data.buffer, data.byteOffset, count * data.BYTES_PER_ELEMENT);
      insertColumn.run(segment, block, kind, bytes);
    };
    put(COLUMN.hash, hash);
    put(COLUMN.verdict, verdict);
    put(COLUMN.flags, flags);
    put(COLUMN.source, source);
    put(COLUMN.at, at);
    put(COLUMN.cleaning, cleaning);
    put(COLUMN.part, part);
    put(COLUMN.end, ends);
    insertColumn.run(segment, block, COLUMN.text, texts.subarray(0, textEnd));
    total += count;
    block++;
    count = 0;
    textEnd = 0;
  }

  return {
    add(entry, text, start, end) {
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
    finish() {
      flush();
      if (segment === null) return null;
      db.prepare("UPDATE segments SET entries = ? WHERE id = ?").run(total, segment);
      const insert = db.prepare("INSERT INTO segment_cleanings (segment, cleaning) VALUES (?, ?)");
      for (const number of cleanings) insert.run(segment, number);
      return segment;
    },
  };
}
