import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layoutOf, openJournal } from "../../../electron/engine/store/index.ts";

/** Puts a suppression list into a data folder. */
export function suppress(dataDir: string, entries: readonly string[]): void {
  const layout = layoutOf(dataDir);
  const journal = openJournal(layout.journal, layout.backups);
  if (!journal.ok) throw new Error(journal.problem.code);
  mkdirSync(join(dataDir, "suppression"), { recursive: true });
  writeFileSync(layout.suppression("s1"), entries.map((entry) => `${entry}\n`).join(""));
  journal.value.db
    .prepare(
      "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES ('s1', 's', ?, 0, 1)",
    )
    .run(entries.length);
  journal.value.close();
}
