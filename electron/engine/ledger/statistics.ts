import { existsSync } from "node:fs";
import { VERDICT_CODE } from "../../../shared/verdicts.ts";
import type { LookupKeys } from "../text/index.ts";
import { connect, createNames } from "./archive-database.ts";
import { createBlockReader } from "./blocks.ts";
import { runsOf } from "./look-ups.ts";
import { eachMatch } from "./matches.ts";

/**
 * Counts deliverable addresses of the archive (`held`), and those of them sought whose verdict is older than `since`
 * (Unix ms): `turned`. Throws SQLite errors.
 */
export function overturned(
  path: string,
  keys: LookupKeys,
  since: Float64Array,
): { held: number; turned: number } {
  if (!existsSync(path)) return { held: 0, turned: 0 };
  const db = connect(path, true);
  try {
    const reader = createBlockReader(db);
    const turned = new Set<number>();
    // Distinct hashes are accurate enough for a ratio.
    const held = new Set<number>();
    for (const { number } of createNames(db).scopes(null)) {
      for (const run of runsOf(db, number)) {
        for (const block of reader.blocksOf(run)) {
          const { verdict } = reader.data(block);
          reader.hashes(block).forEach((hash, at) => {
            if (verdict[at] === VERDICT_CODE.deliverable) held.add(hash);
          });
        }
        eachMatch(reader, run, keys, (address, data, entry) => {
          const isOlder = (data.at[entry] ?? 0) < (since[address] ?? 0);
          if (data.verdict[entry] === VERDICT_CODE.deliverable && isOlder) turned.add(address);
        });
      }
    }
    return { held: held.size, turned: turned.size };
  } finally {
    db.close();
  }
}

/**
 * Returns, per verdict provider, the newest verdict code of each address at its time in `then` (Unix ms); 0 if none.
 * `giverOf` names a cleaning's provider; `null` skips it. Throws SQLite errors.
 */
export function verdictsAt(
  path: string,
  keys: LookupKeys,
  then: Float64Array,
  giverOf: (cleaningId: string) => string | null,
): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, { verdict: Uint8Array; newest: Float64Array }>();
  if (!existsSync(path)) return new Map();
  const db = connect(path, true);
  try {
    const reader = createBlockReader(db);
    const names = createNames(db);
    const givers = new Map(
      [...names.cleaningIds()].map(([number, id]): [number, string | null] => [number, giverOf(id)]),
    );
    for (const { number } of names.scopes(null))
      for (const run of runsOf(db, number))
        eachMatch(reader, run, keys, (address, data, entry) => {
          const giver = givers.get(data.cleaning[entry] ?? 0) ?? null;
          const at = data.at[entry] ?? 0;
          if (giver === null || at > (then[address] ?? 0)) return;
          let own = found.get(giver);
          if (own === undefined) {
            own = { verdict: new Uint8Array(then.length), newest: new Float64Array(then.length) };
            found.set(giver, own);
          }
          if (at < (own.newest[address] ?? 0)) return;
          own.newest[address] = at;
          own.verdict[address] = data.verdict[entry] ?? 0;
        });
    return new Map([...found].map(([giver, { verdict }]) => [giver, verdict]));
  } finally {
    db.close();
  }
}
