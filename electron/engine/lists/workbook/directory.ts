import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { ArchiveRefusal, damaged, tooLarge } from "./refusal.ts";

/** A workbook has a few dozen parts; thousands are meant to hurt. */
const MOST_ENTRIES = 5_000;
/** What the directory of so many parts takes, with names of a sensible length. */
const MOST_DIRECTORY_BYTES = 4 * 1024 * 1024;

/** One part of an archive as its directory lists it. */
export interface Entry {
  readonly name: string;
  /** As packed, in bytes. */
  readonly packed: number;
  /** Unpacked, in bytes. */
  readonly size: number;
  readonly crc: number;
  readonly method: number;
  readonly isLocked: boolean;
  /** Where its own header stands in the file, and the first byte after which the next part may stand. */
  readonly offset: number;
  readonly end: number;
}

const END_MARK = Buffer.from([0x50, 0x4b, 5, 6]);
const END_BYTES = 22;
/** The end record, with the longest comment that it can hold. */
const END_WITHIN = END_BYTES + 65_535;
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const HEADER_BYTES = 30;
const IN_64 = 0xffffffff;
const LOCKED = 1;

/**
 * The parts of the zip archive at `path` by its directory (APPNOTE.TXT §4.3.12), which is what spreadsheets go by. Throws
 * {@link ArchiveRefusal}, also where parts lie over each other or two have one name, and the file system's errors.
 */
export function readDirectory(path: string): Entry[] {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const found = findEnd(file, size);
    if (found.entries > MOST_ENTRIES) throw tooLarge("parts");
    if (found.bytes > MOST_DIRECTORY_BYTES) {
      throw tooLarge("part_names");
    }
    const start = found.before - found.bytes;
    // Programs that unpack themselves stand before the first part: offsets are counted from its end.
    const shift = start - found.offset;
    if (start < 0 || shift < 0) throw damaged("directory_misplaced");
    const directory = readAt(file, start, found.bytes);
    return checked(entriesOf(directory, found.entries, shift), start);
  } finally {
    closeSync(file);
  }
}

interface End {
  readonly entries: number;
  readonly bytes: number;
  readonly offset: number;
  /** Where the directory ends. */
  readonly before: number;
}

function findEnd(file: number, size: number): End {
  const tailStart = Math.max(0, size - END_WITHIN);
  const tail = readAt(file, tailStart, size - tailStart);
  for (
    let at = tail.lastIndexOf(END_MARK);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(END_MARK, at - 1)
  ) {
    if (at + END_BYTES > tail.length || at + END_BYTES + tail.readUInt16LE(at + 20) > tail.length) continue;
    const end = {
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
      before: tailStart + at,
    };
    const isLarge = end.entries === 0xffff || end.bytes === IN_64 || end.offset === IN_64;
    return isLarge ? findLargeEnd(file, end) : end;
  }
  throw damaged("end_missing");
}

function findLargeEnd(file: number, end: End): End {
  const at = end.before - LOCATOR_BYTES;
  if (at < 0) return end;
  const locator = readAt(file, at, LOCATOR_BYTES);
  if (locator.readUInt32LE(0) !== LOCATOR) return end;
  const before = Number(locator.readBigUInt64LE(8));
  if (before > at - END_64_BYTES) throw damaged("end_missing");
  const record = readAt(file, before, END_64_BYTES);
  if (record.readUInt32LE(0) !== END_64) throw damaged("end_missing");
  return {
    entries: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
    before,
  };
}

function entriesOf(directory: Buffer, count: number, shift: number): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY) {
      throw damaged("directory_cut");
    }
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const next = extraEnd + directory.readUInt16LE(at + 32);
    if (next > directory.length) throw damaged("directory_cut");
    const name = directory.toString("utf8", at + ENTRY_BYTES, nameEnd).replaceAll("\\", "/");
    const sizes = sizesOf(directory, at, directory.subarray(nameEnd, extraEnd));
    const offset = sizes.offset + shift;
    entries.push({
      name,
      packed: sizes.packed,
      size: sizes.size,
      crc: directory.readUInt32LE(at + 16),
      method: directory.readUInt16LE(at + 10),
      isLocked: (directory.readUInt16LE(at + 8) & LOCKED) !== 0,
      offset,
      end: offset + HEADER_BYTES + (nameEnd - at - ENTRY_BYTES) + sizes.packed,
    });
    at = next;
  }
  return entries;
}

/** Sizes and place of an entry; those that four bytes cannot tell stand in its extra field (§4.5.3). */
function sizesOf(directory: Buffer, at: number, extra: Buffer) {
  const found = {
    size: directory.readUInt32LE(at + 24),
    packed: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
  };
  const missing = (["size", "packed", "offset"] as const).filter((one) => found[one] === IN_64);
  if (missing.length === 0) return found;
  for (let from = 0; from + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(from + 2);
    const field = extra.subarray(from + 4, from + 4 + length);
    if (extra.readUInt16LE(from) === 1) {
      if (field.length < missing.length * 8) throw damaged("directory_cut");
      missing.forEach((one, i) => {
        found[one] = Number(field.readBigUInt64LE(i * 8));
      });
      return found;
    }
    from += 4 + length;
  }
  return found;
}

function checked(entries: Entry[], directoryStart: number): Entry[] {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size < entries.length) throw damaged("same_names");
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) throw damaged("overlapping");
    ({ end } = entry);
  }
  if (end > directoryStart) throw damaged("overlapping");
  return entries;
}

/** Bytes of an open file; fewer where it ends before. */
function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const got = readSync(file, bytes, at, length - at, start + at);
    if (got === 0) break;
    at += got;
  }
  if (at < length) throw damaged("end_missing");
  return bytes;
}
