import Database from "better-sqlite3";
import { z } from "zod";
import { IMPORT_KINDS } from "../../../shared/bridge/constants.ts";
import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { ok, type Result } from "../../../shared/result.ts";
import {
  type HandedBack,
  type Shape,
  type SuppressionShape,
  shapeOf,
} from "../../../shared/suppression-shapes.ts";
import type { Layout } from "../store/index.ts";
import { createFormulaGuard } from "../text/index.ts";
import { readFacts } from "./facts.ts";

/** Those who are not to be mailed, for a mailing service. */
export interface SuppressionFile {
  /** The contents of each file: several if one would exceed what the service imports at once. */
  readonly texts: readonly string[];
  readonly addresses: number;
  /** Whole domains in it, and those that the service takes none of. */
  readonly domains: number;
  readonly domainsLeftOut: number;
  /** Entries with an apostrophe in front, as a spreadsheet could run them as formulas. */
  readonly guarded: number;
}

/**
 * What makes an entry that begins like a formula harmful. Ordinary entries begin with `@`, `+` or `-` too, and a service
 * would not recognise them with an apostrophe.
 */
const HARMFUL = /[=\uff1d(|!]/;

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
  const shape = shapeOf(as);
  const { row, domain } = shape;
  const entries = [...gathered.value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  const people = entries.filter(({ address }) => !address.startsWith("@"));
  const whole = entries.filter(({ address }) => address.startsWith("@"));
  const guard = createFormulaGuard(",");
  let guarded = 0;
  const disarmed = (cell: string): string => {
    if (!HARMFUL.test(cell) || !guard.isDangerous(cell)) return cell;
    guarded++;
    return guard.disarmed(cell);
  };
  const rows = [
    ...(domain === null ? [] : whole.map(({ address }) => disarmed(domain(address.slice(1))))),
    ...people.map((entry) => row({ ...entry, address: disarmed(entry.address) })),
  ];
  return ok({
    texts: splitRows(rows, shape),
    addresses: people.length,
    domains: domain === null ? 0 : whole.length,
    domainsLeftOut: domain === null ? whole.length : 0,
    guarded,
  });
}

/** Returns the contents of files that hold `rows` in order, each under the header and within the shape's limits. */
export function splitRows(
  rows: readonly string[],
  { header, maxRows, maxBytes }: Pick<Shape, "header" | "maxRows" | "maxBytes">,
): string[] {
  const head = header === null ? [] : [header];
  const sizeOf = (line: string) => Buffer.byteLength(line) + 1;
  const headBytes = header === null ? 0 : sizeOf(header);
  const files: string[][] = [];
  let lines: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += sizeOf(row);
    if (bytes > maxBytes || lines.length - head.length >= maxRows || files.length === 0) {
      lines = [...head];
      files.push(lines);
      bytes = headBytes + sizeOf(row);
    }
    lines.push(row);
  }
  return files.map((file) => `${file.join("\n")}\n`);
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
