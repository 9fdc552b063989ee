import { existsSync } from "node:fs";
import type { Sought } from "../text/index.ts";
import { createBlockReader } from "./blocks.ts";
import { connect, createNames } from "./database.ts";
import { runsOf } from "./look-ups.ts";
import { eachMatch } from "./matches.ts";

/**
 * The code of the newest verdict that each address sought had at its time in `then` (Unix milliseconds), of the archive at
 * `path`; 0: none. Throws SQLite's errors.
 */
export function verdictsThen(path: string, sought: Sought, then: Float64Array): Uint8Array {
  const verdicts = new Uint8Array(then.length);
  if (!existsSync(path)) return verdicts;
  const newest = new Float64Array(then.length);
  const db = connect(path, true);
  try {
    const reader = createBlockReader(db);
    for (const { number } of createNames(db).scopes(null))
      for (const run of runsOf(db, number))
        eachMatch(reader, run, sought, (address, data, entry) => {
          const at = data.at[entry] ?? 0;
          if (at > (then[address] ?? 0) || at < (newest[address] ?? 0)) return;
          newest[address] = at;
          verdicts[address] = data.verdict[entry] ?? 0;
        });
    return verdicts;
  } finally {
    db.close();
  }
}
