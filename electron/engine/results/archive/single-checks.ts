import type Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress } from "../../../../shared/addresses.ts";
import { checkSchema, type StoredCheck } from "./checks.ts";
import type { Names } from "./names.ts";
import type { Unanswered } from "./unanswered.ts";

const INSERT =
  "INSERT OR REPLACE INTO checks (scope, address, at, verdict, flags, source) VALUES (?, ?, ?, ?, ?, ?)";

/** The archive's single checks. */
export interface SingleChecks {
  of(scope: number): StoredCheck[];
  /** Keeps the check; it is answered then. */
  keep(scope: string, check: StoredCheck): void;
  /** Removes all of the address, in every scope, answered or not; answers how many there were. Call it in a transaction. */
  forget(address: string): number;
}

export function createSingleChecks(
  db: Database.Database,
  names: Names,
  unanswered: Unanswered,
): SingleChecks {
  const of = (scope: number) =>
    z.array(checkSchema).parse(db.prepare("SELECT * FROM checks WHERE scope = ?").all(scope));
  return {
    of,
    keep(scope, { address, at, verdict, flags, source }) {
      db.transaction(() => {
        db.prepare(INSERT).run(names.makeScope(scope), address, at, verdict, flags, source);
        unanswered.settle(scope, address, null);
      }).immediate();
    },
    forget(address) {
      const sought = foldAddress(address.trim());
      const all = z.array(checkSchema).parse(db.prepare("SELECT * FROM checks").all());
      const kept = all.filter((check) => foldAddress(check.address) !== sought);
      const open = unanswered.forget(address);
      if (kept.length === all.length) return open;
      // SQLite overwrites a row that is deleted, but not what it left behind on the page when it moved rows there
      // before. Whole pages that fall free it does overwrite.
      db.exec("DELETE FROM checks");
      const insert = db.prepare(INSERT);
      for (const { scope, address: own, at, verdict, flags, source } of kept)
        insert.run(scope, own, at, verdict, flags, source);
      return all.length - kept.length + open;
    },
  };
}
