import { z } from "zod";
import type { Journal } from "../store/index.ts";

/** A cleaning that is being taken away for good: part of it may be gone already. */
export interface Erasing {
  readonly cleaningId: string;
  readonly listId: string;
  /** The user knows that it did not go. */
  readonly told: boolean;
}

const PREFIX = "erasing.";
const rowSchema = z.object({ name: z.string(), value: z.string() });
const valueSchema = z.object({ listId: z.string(), told: z.boolean() });

/** Which cleanings are being taken away for good, among the journal's settings: what was cut off is finished later. */
export function createErasings({ db }: Journal) {
  const select = db.prepare("SELECT name, value FROM settings WHERE name = ?");
  const selectAll = db.prepare("SELECT name, value FROM settings WHERE name GLOB ?");
  const insert = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)");
  const remove = db.prepare("DELETE FROM settings WHERE name = ?");
  const parse = (row: unknown): Erasing => {
    const { name, value } = rowSchema.parse(row);
    return { cleaningId: name.slice(PREFIX.length), ...valueSchema.parse(JSON.parse(value)) };
  };
  return {
    all: (): Erasing[] => selectAll.all(`${PREFIX}*`).map(parse),
    of(cleaningId: string): Erasing | null {
      const row = select.get(PREFIX + cleaningId);
      return row === undefined ? null : parse(row);
    },
    note: ({ cleaningId, ...value }: Erasing) => void insert.run(PREFIX + cleaningId, JSON.stringify(value)),
    forget: (cleaningId: string) => void remove.run(PREFIX + cleaningId),
  };
}
