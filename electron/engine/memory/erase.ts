import { existsSync, renameSync, rmSync } from "node:fs";
import type Database from "better-sqlite3";
import { z } from "zod";
import { IMPORT_KINDS } from "../../../shared/bridge/constants.ts";
import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import type { Layout } from "../store/index.ts";
import type { IsErased } from "./erased.ts";
import { type Fact, factColumns } from "./fact-columns.ts";
import { readFacts, writeFacts } from "./facts.ts";

const importsSchema = z.array(z.object({ id: z.string(), kind: z.enum(IMPORT_KINDS), facts: z.int() }));

/**
 * Takes what sources say of everybody who is erased out of them; a source that says nothing else is removed. `db`: the
 * journal. How many facts there were. A damaged source stays as it is. Throws SQLite's errors.
 */
export function eraseFacts(
  layout: Layout,
  db: Database.Database,
  isErased: IsErased,
  remove: (path: string) => void,
): number {
  let erased = 0;
  const imports = importsSchema.parse(db.prepare("SELECT id, kind, facts FROM imports").all());
  for (const { id, kind, facts } of imports) {
    const path = layout.facts(id);
    const read = readFacts(path, facts);
    if (!read.ok) continue;
    const { count, entry, outcome, time, words } = read.value;
    const left: Fact[] = [];
    for (let at = 0; at < count; at++) {
      const said = outcome(at);
      if (said !== null && !isErased(entry(at)))
        left.push({ entry: entry(at), outcome: said, at: time(at), words: words(at) });
    }
    if (left.length === count) continue;
    erased += count - left.length;
    if (left.length === 0) {
      remove(path);
      db.prepare("DELETE FROM imports WHERE id = ?").run(id);
      continue;
    }
    const written = writeFacts(`${path}.left`, factColumns(left));
    if (!written.ok) throw new Error(written.problem.code);
    const mailed = left.filter(
      ({ outcome: said }) => kind === "suppression" || OUTCOME_EFFECTS[said].isNeverMailed,
    );
    const entries = [...new Set(mailed.map((fact) => fact.entry))];
    const domains = entries.filter((one) => one.startsWith("@")).length;
    db.prepare(
      "UPDATE imports SET facts = ?, bounces = ?, sent = ?, addresses = ?, domains = ?, digest = ? WHERE id = ?",
    ).run(
      written.value.facts,
      written.value.outcomes.hard,
      written.value.outcomes.sent,
      entries.length - domains,
      domains,
      written.value.digest,
      id,
    );
    if (existsSync(path)) remove(path);
    rmSync(path, { force: true });
    renameSync(`${path}.left`, path);
  }
  return erased;
}
