import { z } from "zod";
import type { Journal } from "../../store/index.ts";

const PREFIX = "importing.";
const namesSchema = z.array(z.string());

/**
 * Results files that are being taken in, by the ids of the cleanings that are to begin with them, among the journal's
 * settings: noted before anything of them is written, and until the cleaning is begun.
 */
export function createImportings({ db }: Pick<Journal, "db">) {
  const insert = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, 'true')");
  const remove = db.prepare("DELETE FROM settings WHERE name = ?");
  const all = db.prepare("SELECT name FROM settings WHERE name GLOB ?").pluck();
  return {
    all: () => namesSchema.parse(all.all(`${PREFIX}*`)).map((name) => name.slice(PREFIX.length)),
    note: (cleaningId: string) => void insert.run(PREFIX + cleaningId),
    forget: (cleaningId: string) => void remove.run(PREFIX + cleaningId),
  };
}
