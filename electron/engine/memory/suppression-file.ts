import Database from "better-sqlite3";
import { z } from "zod";
import { IMPORT_KINDS } from "../../../shared/bridge/constants.ts";
import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { type HandedBack, type SuppressionShape, shapeOf } from "../../../shared/suppression-shapes.ts";
import type { Layout } from "../store/index.ts";
import { readFacts } from "./facts.ts";

/** A file of those who are not to be mailed, for a mailing service. */
export interface SuppressionFile {
  readonly text: string;
  readonly addresses: number;
  /** Whole domains in it, and those that the service takes none of. */
  readonly domains: number;
  readonly domainsLeftOut: number;
}

const importsSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(IMPORT_KINDS),
    facts: z.int(),
    at: z.number(),
    createdAt: z.number(),
  }),
);

/**
 * Writes whom no source lets be mailed, and whose mail bounced because of the address, in the shape that `as` takes, in
 * order. `since` (Unix milliseconds): of those alone whom no earlier source names. For worker threads. Problem:
 * `store_corrupt`. Throws SQLite's errors.
 */
export function suppressionFile(
  layout: Layout,
  as: SuppressionShape,
  since: number | null,
): Result<SuppressionFile> {
  const gathered = gather(layout, since);
  if (!gathered.ok) return gathered;
  const { header, row, domain } = shapeOf(as);
  const entries = [...gathered.value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  const people = entries.filter(({ address }) => !address.startsWith("@"));
  const whole = entries.filter(({ address }) => address.startsWith("@"));
  const lines = [
    ...(header === null ? [] : [header]),
    ...(domain === null ? [] : whole.map(({ address }) => domain(address.slice(1)))),
    ...people.map(row),
  ];
  return ok({
    text: lines.map((line) => `${line}\n`).join(""),
    addresses: people.length,
    domains: domain === null ? 0 : whole.length,
    domainsLeftOut: domain === null ? whole.length : 0,
  });
}

/** By entry. */
function gather(layout: Layout, since: number | null): Result<Map<string, HandedBack>> {
  const found = new Map<string, HandedBack>();
  const before = new Set<string>();
  const db = new Database(layout.journal, { readonly: true });
  try {
    const imports = db
      .prepare(
        `SELECT id, kind, facts, coalesce(assumed_at, created_at) AS at, created_at AS createdAt FROM imports
         WHERE addresses + domains + bounces > 0 ORDER BY created_at`,
      )
      .all();
    const isThere = db.prepare("SELECT 1 FROM imports WHERE id = ?");
    for (const { id, kind, facts, at: assumed, createdAt } of importsSchema.parse(imports)) {
      const read = readFacts(layout.facts(id), facts);
      if (!read.ok) {
        // Removed meanwhile.
        if (isThere.get(id) === undefined) continue;
        return read;
      }
      const { count, entry, outcome, time } = read.value;
      for (let fact = 0; fact < count; fact++) {
        const said = outcome(fact);
        if (said === null) continue;
        const { isNeverMailed, isUndeliverable } = OUTCOME_EFFECTS[said];
        if (kind === "outcomes" && !isNeverMailed && !isUndeliverable) continue;
        const address = entry(fact);
        if (since !== null && createdAt < since) before.add(address);
        else if (!before.has(address))
          found.set(address, { address, isBounce: isUndeliverable, at: time(fact) ?? assumed });
      }
    }
    return ok(found);
  } finally {
    db.close();
  }
}
