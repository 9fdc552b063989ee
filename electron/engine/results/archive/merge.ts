import type Database from "better-sqlite3";
import { z } from "zod";
import { type Block, type BlockData, type BlockReader, createBlockReader } from "./blocks.ts";
import { createSegmentWriter } from "./segment-writer.ts";

/** So many segments of about the same size become one. */
const FAN = 8;
const SMALLEST = 1024;
const segmentSchema = z.object({ id: z.number(), entries: z.number() });

interface Cursor {
  readonly blocks: readonly Block[];
  next: number;
  hashes: Float64Array;
  data: BlockData | null;
  at: number;
}

/** Merges segments of like size until there are few enough of each. Call it in a transaction. */
export function compact(db: Database.Database, scope: number): void {
  for (;;) {
    const segments = z
      .array(segmentSchema)
      .parse(db.prepare("SELECT id, entries FROM segments WHERE scope = ? ORDER BY id").all(scope));
    const levels = new Map<number, number[]>();
    for (const { id, entries } of segments) {
      const level = Math.max(0, Math.floor(Math.log(entries / SMALLEST) / Math.log(FAN)));
      levels.set(level, [...(levels.get(level) ?? []), id]);
    }
    const full = [...levels.values()].find((ids) => ids.length >= FAN);
    if (full === undefined) return;
    rewrite(db, scope, full, () => true);
  }
}

/** Replaces `segments` by one that holds those of their entries that `keep` lets through. */
export function rewrite(
  db: Database.Database,
  scope: number,
  segments: readonly number[],
  keep: (data: BlockData, entry: number) => boolean,
): void {
  const reader = createBlockReader(db);
  const cursors = segments.map((segment) => open(reader, segment));
  const writer = createSegmentWriter(db, scope);
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
  for (const segment of segments) drop(db, segment);
}

function open(reader: BlockReader, segment: number): Cursor {
  const cursor: Cursor = {
    blocks: reader.blocksOf(segment),
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

function drop(db: Database.Database, segment: number): void {
  db.prepare("DELETE FROM block_columns WHERE segment = ?").run(segment);
  db.prepare("DELETE FROM blocks WHERE segment = ?").run(segment);
  db.prepare("DELETE FROM segment_cleanings WHERE segment = ?").run(segment);
  db.prepare("DELETE FROM segments WHERE id = ?").run(segment);
}
