import { existsSync } from "node:fs";
import { z } from "zod";
import { foldAddress } from "../../../shared/addresses.ts";
import { emptyLog } from "../store/index.ts";
import { COLUMN, createBlockReader } from "./blocks.ts";
import { connect } from "./database.ts";
import { rewrite } from "./runs.ts";

const runsSchema = z.array(z.object({ id: z.int(), scope: z.int(), isClaim: z.int() }));
const checksSchema = z.array(z.string());

/**
 * Takes everybody who is erased out of the archive at `path`: verdicts, single checks, and claims. How many verdicts there
 * were. Throws SQLite's errors.
 */
export function eraseFromArchive(path: string, isErased: (folded: string) => boolean): number {
  if (!existsSync(path)) return 0;
  const db = connect(path, false);
  try {
    const reader = createBlockReader(db);
    let verdicts = 0;
    db.transaction(() => {
      const runs = db.prepare("SELECT id, scope, claim IS NOT NULL AS isClaim FROM runs").all();
      for (const { id, scope, isClaim } of runsSchema.parse(runs)) {
        let own = 0;
        for (const block of reader.blocksOf(id)) {
          const { text, end } = reader.texts(block);
          let start = 0;
          let inBlock = 0;
          for (const stop of end) {
            if (isErased(text.toString("utf8", start, stop))) {
              // It is nobody's any more: whoever is looked for is compared by these bytes.
              text.fill("x", start, stop);
              inBlock++;
            }
            start = stop;
          }
          own += inBlock;
          if (inBlock > 0 && isClaim === 1)
            db.prepare("UPDATE block_columns SET data = ? WHERE run = ? AND block = ? AND kind = ?").run(
              text,
              id,
              block.block,
              COLUMN.text,
            );
        }
        if (own === 0 || isClaim === 1) continue;
        verdicts += own;
        rewrite(db, scope, [id], ({ text, end }, entry) => {
          return !isErased(text.toString("utf8", entry === 0 ? 0 : end[entry - 1], end[entry]));
        });
      }
      const checks = checksSchema.parse(db.prepare("SELECT DISTINCT address FROM checks").pluck().all());
      const forget = db.prepare("DELETE FROM checks WHERE address = ?");
      for (const address of checks)
        if (isErased(foldAddress(address))) verdicts += forget.run(address).changes;
    }).immediate();
    db.exec("VACUUM");
    emptyLog(db);
    return verdicts;
  } finally {
    db.close();
  }
}
