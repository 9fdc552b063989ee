import { existsSync } from "node:fs";
import { VERDICT_CODE } from "../../../shared/verdicts.ts";
import type { Sought } from "../text/index.ts";
import { createBlockReader } from "./blocks.ts";
import { connect, createNames } from "./database.ts";
import { runsOf } from "./look-ups.ts";
import { eachMatch } from "./matches.ts";

/**
 * Counts deliverable addresses of the archive (`held`), and those of them sought whose verdict is older than `since`
 * (Unix ms): `turned`. Throws SQLite errors.
 */
export function overturned(
  path: string,
  sought: Sought,
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
        eachMatch(reader, run, sought, (address, data, entry) => {
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
