import type Database from "better-sqlite3";
import { z } from "zod";
import type { BlockData } from "./blocks.ts";

const takenSchema = z.array(z.object({ cleaning: z.number(), ordinal: z.number(), at: z.number() }));

/** When what a block's entry holds came home. */
export function homecomings(db: Database.Database): (data: BlockData, entry: number) => number | undefined {
  const rows = takenSchema.parse(db.prepare("SELECT cleaning, ordinal, at FROM taken").all());
  const byCleaning = new Map<number, Map<number, number>>();
  for (const { cleaning, ordinal, at } of rows) {
    const own = byCleaning.get(cleaning) ?? new Map<number, number>();
    byCleaning.set(cleaning, own.set(ordinal, at));
  }
  return (data, entry) => {
    return byCleaning.get(data.cleaning[entry] ?? 0)?.get(data.part[entry] ?? 0);
  };
}
