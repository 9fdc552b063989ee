import { type Fact, factColumns, writeFacts } from "../../../electron/engine/memory/index.ts";
import { layoutOf, openJournal } from "../../../electron/engine/store/index.ts";
import type { Import } from "../../../shared/bridge/memory.ts";
import { unwrap } from "../../support/in-process.ts";

export function putFacts(dataDir: string, kind: Import["kind"], own: readonly Fact[]): void {
  const layout = layoutOf(dataDir);
  const journal = unwrap(openJournal(layout.journal, layout.backups));
  const { facts, digest, outcomes } = unwrap(writeFacts(layout.facts(kind), factColumns(own)));
  journal.db
    .prepare(
      `INSERT INTO imports (id, name, kind, source, digest, facts, bounces, sent, addresses, domains, created_at)
       VALUES (@kind, 'own', @kind, 'user', @digest, @facts, @hard, 0, @facts, 0, 1)`,
    )
    .run({ kind, digest, facts, hard: outcomes.hard });
  journal.close();
}

export function suppress(dataDir: string, entries: readonly string[]): void {
  const fact = (entry: string): Fact => ({ entry, outcome: "suppressed", at: null, words: "" });
  putFacts(dataDir, "suppression", entries.map(fact));
}
