import type Database from "better-sqlite3";
import { z } from "zod";
import type { BlockData } from "./blocks.ts";
import { saysWhenTaken } from "./connect.ts";

const takenSchema = z.array(
  z.object({ cleaning: z.number(), ordinal: z.number(), at: z.number().nullable() }),
);

/** When what a block's entry holds came home. */
export function homecomings(db: Database.Database): (data: BlockData, entry: number) => number | undefined {
  if (!saysWhenTaken(db)) return () => undefined;
  const rows = takenSchema.parse(db.prepare("SELECT cleaning, ordinal, at FROM taken").all());
  const byCleaning = new Map<number, Map<number, number>>();
  for (const { cleaning, ordinal, at } of rows) {
    const own = byCleaning.get(cleaning) ?? new Map<number, number>();
    byCleaning.set(cleaning, own.set(ordinal, at ?? 0));
  }
  return (data, entry) => {
    const own = byCleaning.get(data.cleaning[entry] ?? 0);
    if (own === undefined) return undefined;
    const part = own.size === 1 ? undefined : own.get(data.part[entry] ?? 0);
    // Of which part it is an earlier Winnow did not note: it came home with the first at the earliest.
    return (
      part ?? [...own.values()].reduce((first, at) => (at > 0 && (first === 0 || at < first) ? at : first), 0)
    );
  };
}
