import type Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { deleteSecurely } from "../store/index.ts";
import { foldedColumns, hashAll, type LookupKeys } from "../text/index.ts";
import type { Names } from "./archive-database.ts";
import { lowerBound } from "./matches.ts";

const INSERT =
  "INSERT OR REPLACE INTO checks (scope, address, at, verdict, flags, source) VALUES (?, ?, ?, ?, ?, ?)";

export type SingleChecks = ReturnType<typeof createSingleChecks>;

export function createSingleChecks(db: Database.Database, names: Names) {
  const of = (scope: number) =>
    z.array(checkSchema).parse(db.prepare("SELECT * FROM checks WHERE scope = ?").all(scope));
  return {
    of,
    keep(scope: string, { address, at, verdict, flags, source }: StoredCheck) {
      db.transaction(() => {
        db.prepare(INSERT).run(names.makeScope(scope), address, at, verdict, flags, source);
      }).immediate();
    },
    /** Deletes all checks of the address in every scope. Returns their number. Call within a transaction. */
    forget(address: string): number {
      const folded = foldAddress(address.trim());
      const isOf = (row: { address?: unknown }) => foldAddress(String(row.address)) === folded;
      const all = z.array(checkSchema).parse(db.prepare("SELECT * FROM checks").all());
      const deleted = all.filter(isOf).length;
      if (deleted > 0) deleteSecurely(db, "checks", isOf);
      return deleted;
    },
  };
}

export const checkSchema = z.object({
  scope: z.number(),
  address: z.string(),
  at: z.number(),
  verdict: z.number(),
  flags: z.number(),
  source: z.number(),
});
export type StoredCheck = z.infer<typeof checkSchema>;

/** Returns the checks of the sought addresses, each with the address's index. */
export function checksAmong(keys: LookupKeys, checks: readonly StoredCheck[]): [number, StoredCheck][] {
  const byAddress = Map.groupBy(checks, ({ address }) => foldAddress(address));
  const found: [number, StoredCheck][] = [];
  eachAmong(keys, [...byAddress.keys()], (address, key) => {
    for (const check of byAddress.get(key) ?? []) found.push([address, check]);
  });
  return found;
}

/** Calls `found` for each folded address in `wanted` that is sought, with its index there. */
export function eachAmong(
  keys: LookupKeys,
  wanted: readonly string[],
  found: (address: number, wanted: string) => void,
): void {
  const { folded } = keys;
  const hashes = hashAll(foldedColumns(wanted));
  for (const [at, key] of wanted.entries()) {
    for (const address of addressesWithHash(keys.hashes, keys.address, hashes[at] ?? 0)) {
      const start = address === 0 ? 0 : (folded.ends[address - 1] ?? 0);
      if (folded.bytes.toString("utf8", start, folded.ends[address]) === key) found(address, key);
    }
  }
}

function addressesWithHash(hashes: Float64Array, address: Uint32Array, hash: number): number[] {
  const found: number[] = [];
  for (let at = lowerBound(hashes, hash); hashes[at] === hash; at++) found.push(address[at] ?? 0);
  return found;
}
