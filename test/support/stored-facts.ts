import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { readFacts } from "../../electron/engine/memory/facts.ts";
import { layoutOf } from "../../electron/engine/store/index.ts";
import { unwrap } from "./in-process.ts";

interface StoredImport {
  readonly id: string;
  readonly name: string;
  readonly facts: number;
  readonly addresses: number;
  readonly domains: number;
}

/** Returns the stored entries of all imports except sent lists, sorted, as listed in the journal. */
export function storedEntries(dataDir: string) {
  const layout = layoutOf(dataDir);
  if (!existsSync(layout.journal)) return [];
  const db = new Database(layout.journal, { readonly: true });
  try {
    const imports = db
      .prepare("SELECT id, name, facts, addresses, domains FROM imports WHERE kind <> 'sent'")
      .all();
    return (imports as StoredImport[]).map(({ id, facts, ...row }) => {
      const own = unwrap(readFacts(layout.facts(id), facts));
      const entries = Array.from({ length: own.count }, (_, at) => own.entry(at)).sort();
      return { ...row, entries };
    });
  } finally {
    db.close();
  }
}
