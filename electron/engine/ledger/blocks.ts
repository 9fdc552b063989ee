import type Database from "better-sqlite3";
import { z } from "zod";

/**
 * A block of a run. A run is a list of entries sorted by hash, split into blocks with one blob per column: a look-up
 * reads the hashes and loads other columns only on a match.
 */
export interface Block {
  readonly run: number;
  readonly block: number;
  readonly entries: number;
  readonly first: number;
  readonly last: number;
}

export const COLUMN = {
  hash: 0,
  verdict: 1,
  flags: 2,
  source: 3,
  at: 4,
  cleaning: 5,
  end: 6,
  text: 7,
  part: 8,
} as const;

/** All columns of a block except hashes; each is loaded on first access. */
export interface BlockData {
  readonly verdict: Uint8Array;
  readonly flags: Uint8Array;
  readonly source: Uint8Array;
  readonly at: Float64Array;
  readonly cleaning: Uint32Array;
  /** Ordinal of the part that provided each verdict. */
  readonly part: Uint16Array;
  /** End offset of each text within the block's `text`. */
  readonly end: Uint32Array;
  readonly text: Buffer;
}

const blockSchema = z.object({
  run: z.number(),
  block: z.number(),
  entries: z.number(),
  first: z.number(),
  last: z.number(),
});
const bytesSchema = z.object({ data: z.instanceof(Buffer) });

export const ARCHIVE_TABLES = `
  CREATE TABLE scopes (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE cleanings (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE taken (
    cleaning INTEGER NOT NULL, ordinal INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (cleaning, ordinal)
  ) STRICT, WITHOUT ROWID;
  -- claim: number of parts of the cleaning that claims these addresses, which have no verdicts; NULL for verdicts.
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, entries INTEGER NOT NULL, claim INTEGER
  ) STRICT;
  CREATE TABLE run_cleanings (
    run INTEGER NOT NULL, cleaning INTEGER NOT NULL, PRIMARY KEY (run, cleaning)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE blocks (
    run INTEGER NOT NULL, block INTEGER NOT NULL, entries INTEGER NOT NULL, first REAL NOT NULL,
    last REAL NOT NULL, PRIMARY KEY (run, block)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE block_columns (
    run INTEGER NOT NULL, block INTEGER NOT NULL, kind INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (run, block, kind)
  ) STRICT;
  CREATE TABLE checks (
    scope INTEGER NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL, verdict INTEGER NOT NULL,
    flags INTEGER NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (scope, address, at)
  ) STRICT, WITHOUT ROWID;
`;

export type BlockReader = ReturnType<typeof createBlockReader>;

export function createBlockReader(db: Database.Database) {
  const select = db.prepare("SELECT data FROM block_columns WHERE run = ? AND block = ? AND kind = ?");
  const bytes = (block: Block, kind: number): Buffer =>
    bytesSchema.parse(select.get(block.run, block.block, kind)).data;
  const words = (block: Block, kind: number) => {
    const data = aligned(bytes(block, kind), 4);
    return new Uint32Array(data.buffer, data.byteOffset, block.entries);
  };
  const doubles = (block: Block, kind: number) => {
    const data = aligned(bytes(block, kind), 8);
    return new Float64Array(data.buffer, data.byteOffset, block.entries);
  };
  const partsOf = (block: Block): Uint16Array => {
    const data = aligned(bytes(block, COLUMN.part), 2);
    return new Uint16Array(data.buffer, data.byteOffset, block.entries);
  };
  return {
    blocksOf: (run: number) =>
      z.array(blockSchema).parse(db.prepare("SELECT * FROM blocks WHERE run = ? ORDER BY block").all(run)),
    hashes: (block: Block) => doubles(block, COLUMN.hash),
    data(block: Block): BlockData {
      let verdict: Uint8Array | undefined;
      let flags: Uint8Array | undefined;
      let source: Uint8Array | undefined;
      let at: Float64Array | undefined;
      let cleaning: Uint32Array | undefined;
      let part: Uint16Array | undefined;
      let end: Uint32Array | undefined;
      let text: Buffer | undefined;
      return {
        get verdict() {
          verdict ??= bytes(block, COLUMN.verdict);
          return verdict;
        },
        get flags() {
          flags ??= bytes(block, COLUMN.flags);
          return flags;
        },
        get source() {
          source ??= bytes(block, COLUMN.source);
          return source;
        },
        get at() {
          at ??= doubles(block, COLUMN.at);
          return at;
        },
        get cleaning() {
          cleaning ??= words(block, COLUMN.cleaning);
          return cleaning;
        },
        get part() {
          part ??= partsOf(block);
          return part;
        },
        get end() {
          end ??= words(block, COLUMN.end);
          return end;
        },
        get text() {
          text ??= bytes(block, COLUMN.text);
          return text;
        },
      };
    },
    /** Reads only the texts and their end offsets, for a search. */
    texts: (block: Block) => ({ text: bytes(block, COLUMN.text), end: words(block, COLUMN.end) }),
  };
}

function aligned(data: Buffer, width: number): Uint8Array {
  return data.byteOffset % width === 0 ? data : Uint8Array.from(data);
}
