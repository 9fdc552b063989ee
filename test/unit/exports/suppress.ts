import { suppressing, writeFacts } from "../../../electron/engine/memory/index.ts";
import { layoutOf, openJournal } from "../../../electron/engine/store/index.ts";
import { unwrap } from "../../support/in-process.ts";

/** Puts a suppression list into a data folder. */
export function suppress(dataDir: string, entries: readonly string[]): void {
  const layout = layoutOf(dataDir);
  const journal = unwrap(openJournal(layout.journal, layout.backups));
  const { facts, digest } = unwrap(writeFacts(layout.facts("s1"), suppressing(entries)));
  journal.db
    .prepare(
      `INSERT INTO imports (id, name, kind, source, digest, facts, bounces, sent, addresses, domains, created_at)
       VALUES ('s1', 's', 'suppression', 'user', ?, ?, 0, 0, ?, 0, 1)`,
    )
    .run(digest, facts, entries.length);
  journal.close();
}
