import type Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress } from "../../../../shared/addresses.ts";
import type { Names } from "./names.ts";

/** A single check that was sent, and whose answer is not here. `at` in Unix milliseconds. */
export interface UnansweredCheck {
  readonly address: string;
  readonly at: number;
}

const rowsSchema = z.array(z.object({ scope: z.number(), address: z.string(), at: z.number() }));

/** The archive's notes of single checks that were sent: each may have been paid for until its answer is here. */
export interface Unanswered {
  /** All of the scope, newest first. */
  of(scope: string): UnansweredCheck[];
  /** When a check of the address was last sent that was never answered, or null. */
  since(scope: string, address: string): number | null;
  /**
   * Notes it so that it outlasts a power cut: it is about to be sent. Answers when an earlier one was sent that was never
   * answered either, or null.
   */
  note(scope: string, check: UnansweredCheck): number | null;
  /** It was answered, or was not sent after all; `earlier`: the one before it still is not, null: there was none. */
  settle(scope: string, address: string, earlier: number | null): void;
  /** How many there are of the address, in every scope. */
  count(address: string): number;
  /** Removes all of the address, in every scope, and what others left behind; answers how many there were. */
  forget(address: string): number;
}

export function createUnanswered(db: Database.Database, names: Names): Unanswered {
  const folded = (address: string) => foldAddress(address.trim());
  const rows = () => rowsSchema.parse(db.prepare("SELECT * FROM asked").all());
  const INSERT = "INSERT OR REPLACE INTO asked (scope, address, at) VALUES (?, ?, ?)";
  const since = (scope: string, address: string) => {
    const number = names.scope(scope);
    const sought = folded(address);
    return rows().find((row) => row.scope === number && row.address === sought)?.at ?? null;
  };
  return {
    of(scope) {
      const number = names.scope(scope);
      return rows()
        .filter((row) => row.scope === number)
        .map(({ address, at }) => ({ address, at }))
        .sort((a, b) => b.at - a.at);
    },
    since,
    note(scope, { address, at }) {
      db.pragma("synchronous = FULL");
      return db
        .transaction(() => {
          const earlier = since(scope, address);
          db.prepare(INSERT).run(names.makeScope(scope), folded(address), Math.round(at));
          return earlier;
        })
        .immediate();
    },
    settle(scope, address, earlier) {
      const number = names.scope(scope);
      if (earlier !== null) db.prepare(INSERT).run(number, folded(address), earlier);
      else db.prepare("DELETE FROM asked WHERE scope = ? AND address = ?").run(number, folded(address));
    },
    count: (address) => rows().filter((row) => row.address === folded(address)).length,
    forget(address) {
      const all = rows();
      const kept = all.filter((row) => row.address !== folded(address));
      // Written anew, like the checks: what rows left behind when they were moved goes with the table's pages.
      db.exec("DELETE FROM asked");
      const insert = db.prepare(INSERT);
      for (const row of kept) insert.run(row.scope, row.address, row.at);
      return all.length - kept.length;
    },
  };
}
