import type Database from "better-sqlite3";
import { z } from "zod";
import type { FoldedText } from "../text/index.ts";
import type { Block, BlockData, BlockReader } from "./blocks.ts";

/** A part whose verdicts are in the archive. */
const archivedPartSchema = z.object({
  scope: z.string(),
  cleaningId: z.string(),
  ordinal: z.int(),
  /** When the verdicts arrived, in Unix ms. */
  at: z.number(),
});
export type ArchivedPart = z.output<typeof archivedPartSchema>;

/** Returns the parts with verdicts, oldest first. */
export function archivedParts(db: Database.Database): ArchivedPart[] {
  const rows = db
    .prepare(
      `SELECT DISTINCT scopes.name AS scope, cleanings.id AS cleaningId, ordinal, at
       FROM taken JOIN cleanings ON cleanings.number = taken.cleaning
       JOIN run_cleanings ON run_cleanings.cleaning = taken.cleaning
       JOIN runs ON runs.id = run AND claim IS NULL JOIN scopes ON scopes.number = runs.scope
       ORDER BY at, cleaningId, ordinal`,
    )
    .all();
  return z.array(archivedPartSchema).parse(rows);
}

/** Verdicts of one part. Times are in Unix ms. */
export interface PartVerdicts {
  readonly folded: FoldedText;
  readonly verdict: Uint8Array;
  readonly flags: Uint8Array;
  readonly source: Uint8Array;
  readonly at: Float64Array;
}

const runSchema = z.array(z.object({ id: z.int() }));

/** Returns the verdicts of a cleaning by ordinal. Call within a transaction. */
export function verdictsOfParts(
  db: Database.Database,
  reader: BlockReader,
  cleaning: number,
): ReadonlyMap<number, PartVerdicts> {
  const entries = entriesOf(db, reader, cleaning, "IS NULL");
  return new Map(
    [...entries].map(([ordinal, found]) => {
      const column = (pick: (data: BlockData) => ArrayLike<number>) =>
        found.map(({ data, entry }) => pick(data)[entry] ?? 0);
      return [
        ordinal,
        {
          folded: textsOfEntries(found),
          verdict: Uint8Array.from(column(({ verdict }) => verdict)),
          flags: Uint8Array.from(column(({ flags }) => flags)),
          source: Uint8Array.from(column(({ source }) => source)),
          at: Float64Array.from(column(({ at }) => at)),
        },
      ];
    }),
  );
}

/** Returns the addresses that a cleaning's parts claim, by ordinal. Call within a transaction. */
export function claimedByParts(
  db: Database.Database,
  reader: BlockReader,
  cleaning: number,
): ReadonlyMap<number, FoldedText> {
  const entries = entriesOf(db, reader, cleaning, "> 0");
  return new Map([...entries].map(([ordinal, found]) => [ordinal, textsOfEntries(found)]));
}

interface FoundEntry {
  readonly data: BlockData;
  readonly entry: number;
}

function entriesOf(
  db: Database.Database,
  reader: BlockReader,
  cleaning: number,
  claim: "IS NULL" | "> 0",
): ReadonlyMap<number, FoundEntry[]> {
  const runs = db
    .prepare(`SELECT id FROM runs JOIN run_cleanings ON run = id WHERE cleaning = ? AND claim ${claim}`)
    .all(cleaning);
  const found = new Map<number, FoundEntry[]>();
  const isVerdicts = claim === "IS NULL";
  const take = (block: Block) => {
    const data = reader.data(block);
    for (let entry = 0; entry < block.entries; entry++) {
      // Runs of verdicts are merged; a run of claims is of one cleaning.
      if (isVerdicts && data.cleaning[entry] !== cleaning) continue;
      const ordinal = data.part[entry] ?? 0;
      const own = found.get(ordinal);
      if (own === undefined) found.set(ordinal, [{ data, entry }]);
      else own.push({ data, entry });
    }
  };
  for (const { id } of runSchema.parse(runs)) for (const block of reader.blocksOf(id)) take(block);
  return found;
}

function textsOfEntries(found: readonly FoundEntry[]): FoldedText {
  let total = 0;
  const ends = Uint32Array.from(found, ({ data, entry }) => {
    total += (data.end[entry] ?? 0) - (entry === 0 ? 0 : (data.end[entry - 1] ?? 0));
    return total;
  });
  const bytes = Buffer.allocUnsafe(total);
  for (const [at, { data, entry }] of found.entries())
    data.text.copy(
      bytes,
      at === 0 ? 0 : ends[at - 1],
      entry === 0 ? 0 : data.end[entry - 1],
      data.end[entry],
    );
  return { bytes, ends };
}
