import { z } from "zod";
import type { Journal } from "./journal.ts";

/** Named JSON values in the journal. `read` returns `undefined` if there is none. */
export function createStoredValues({ db }: Pick<Journal, "db">) {
  const read = db.prepare("SELECT value FROM settings WHERE name = ?").pluck();
  const write = db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)");
  return {
    read(name: string): unknown {
      const value = read.get(name);
      return value === undefined ? undefined : JSON.parse(z.string().parse(value));
    },
    write(name: string, value: unknown): void {
      write.run(name, JSON.stringify(value));
    },
  };
}
