import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import Database from "better-sqlite3";
import { z } from "zod";
import { IMPORT_KINDS } from "../../../shared/bridge/constants.ts";
import { type Import, importSchema } from "../../../shared/bridge/memory.ts";
import { ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import { isOfTeam } from "../ledger/index.ts";
import { type Journal, type Layout, syncFolder, truncateWal } from "../store/index.ts";
import { sourceNamed } from "../vocabularies/index.ts";
import { type Facts, readFacts, type Written } from "./facts.ts";

/** Source of facts from the user. */
export const USER = "user";

const rowSchema = importSchema.omit({ source: true }).extend({ source: z.string() });

const COLUMNS = `id, name, kind, source, facts, bounces, sent, addresses, domains,
  assumed_at AS assumedAt, created_at AS createdAt`;

export interface Arrival extends Written {
  readonly name: string;
  readonly kind: Import["kind"];
  readonly source: string;
  readonly addresses: number;
  readonly domains: number;
  readonly assumedAt: number | null;
  /** Cleaning of an exported mailing. */
  readonly cleaningId?: string;
  /** Forecast of an exported mailing, as JSON. */
  readonly forecast?: string;
}

/** Sources of facts. They are added once their facts are on disk, and removed as a whole. */
export type Sources = ReturnType<typeof createSources>;

export function createSources(options: {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly clock: Pick<Clock, "now">;
}) {
  const { journal, layout, clock } = options;
  const { db } = journal;
  const arriving = (id: string) => `${layout.facts(id)}.new`;

  /**
   * Returns an own source with the same facts; of mailings, only one without a later report, of suppression lists, only
   * one after which the user let no one back in. A colleague's source stands for itself, because the colleague may
   * remove it.
   */
  function sameAs(digest: string, kind: Import["kind"]): unknown {
    return db
      .prepare(
        `SELECT ${COLUMNS} FROM imports WHERE digest = ? AND kind = ? AND (kind <> 'sent' OR created_at >=
           (SELECT coalesce(max(created_at), 0) FROM imports WHERE kind = 'outcomes'))
           AND (kind <> 'suppression' OR NOT EXISTS (SELECT 1 FROM imports AS later
             WHERE later.kind = 'outcomes' AND later.source = '${USER}' AND later.rowid > imports.rowid))`,
      )
      .all(digest, kind)
      .find((row) => !isOfTeam(parsedImport(row).id));
  }

  const sources = {
    arriving,
    /** Adds a source, or discards it and returns an existing one with the same digest. */
    async enter(
      id: string,
      { digest, outcomes, facts, ...arrival }: Arrival,
    ): Promise<Import & { isNew: boolean }> {
      const before = isOfTeam(id) ? undefined : sameAs(digest, arrival.kind);
      if (before !== undefined) {
        await rm(arriving(id), { force: true });
        // Another export without a report in between is the same mailing.
        if (arrival.kind === "sent")
          journal.commit(() =>
            db
              .prepare("UPDATE imports SET name = ?, assumed_at = ?, forecast = ? WHERE id = ?")
              .run(arrival.name, arrival.assumedAt, arrival.forecast ?? null, parsedImport(before).id),
          );
        return { ...parsedImport(before), isNew: false };
      }
      renameSync(arriving(id), layout.facts(id));
      syncFolder(layout.memoryDir);
      journal.commit(() =>
        db
          .prepare(
            `INSERT INTO imports (id, name, kind, source, digest, facts, bounces, sent, addresses, domains, assumed_at, created_at,
               cleaning_id, forecast)
             VALUES (@id, @name, @kind, @source, @digest, @facts, @bounces, @sent, @addresses, @domains, @assumedAt, @createdAt,
               @cleaningId, @forecast)`,
          )
          .run({
            forecast: null,
            cleaningId: null,
            ...arrival,
            id,
            digest,
            facts,
            createdAt: clock.now(),
            bounces: outcomes.hard,
            sent: outcomes.sent,
          }),
      );
      return {
        ...parsedImport(db.prepare(`SELECT ${COLUMNS} FROM imports WHERE id = ?`).get(id)),
        isNew: true,
      };
    },
    async removeOf(cleaningId: string) {
      const exported = db.prepare("SELECT id FROM imports WHERE cleaning_id = ?").pluck().all(cleaningId);
      for (const id of exported) await sources.remove(String(id));
    },
    async remove(id: string) {
      if (!hasImport(journal, id)) return;
      journal.commit(() => db.prepare("DELETE FROM imports WHERE id = ?").run(id));
      // The next start retries.
      await rm(layout.facts(id), { force: true }).catch(() => {});
      truncateWal(db);
    },
  };
  return sources;
}

export function hasImport({ db }: Pick<Journal, "db">, id: string): boolean {
  return db.prepare("SELECT 1 FROM imports WHERE id = ?").get(id) !== undefined;
}

/** Returns true if an import contains hard bounces. */
export function hasBounces({ db }: Pick<Journal, "db">): boolean {
  return db.prepare("SELECT 1 FROM imports WHERE bounces > 0 LIMIT 1").get() !== undefined;
}

const readSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(IMPORT_KINDS),
  source: z.string(),
  facts: z.int(),
  sent: z.int(),
  at: z.number(),
  createdAt: z.number(),
  cleaningId: z.string().nullable(),
  reports: z.int(),
  /** Increases in the order in which the imports arrived. */
  position: z.int(),
});
/** An import to read. `at`: Unix ms, for undated facts. `reports`: number of earlier reports of outcomes. */
export type ReadImport = z.output<typeof readSchema>;

/**
 * Reads the facts of the imports that meet an SQL condition, oldest first. For worker threads. Fails with
 * `store_corrupt`; throws SQLite errors.
 */
export function eachImport(
  layout: Layout,
  where: string,
  visit: (one: ReadImport, facts: Facts) => void,
): Result<null> {
  // A new data folder has no journal yet.
  if (!existsSync(layout.journal)) return ok(null);
  const db = new Database(layout.journal, { readonly: true });
  try {
    const imports = db.prepare(
      `SELECT id, name, kind, source, facts, sent, coalesce(assumed_at, created_at) AS at,
         created_at AS createdAt, cleaning_id AS cleaningId, rowid AS position,
         (SELECT count(*) FROM imports AS earlier WHERE kind = 'outcomes' AND earlier.rowid < imports.rowid) AS reports
       FROM imports WHERE ${where} ORDER BY rowid`,
    );
    for (const row of imports.all()) {
      const one = readSchema.parse(row);
      const read = readFacts(layout.facts(one.id), one.facts);
      if (read.ok) visit(one, read.value);
      // Otherwise it was removed concurrently.
      else if (hasImport({ db }, one.id)) return read;
    }
    return ok(null);
  } finally {
    db.close();
  }
}

export function listedImports({ db }: Pick<Journal, "db">): Import[] {
  return db.prepare(`SELECT ${COLUMNS} FROM imports ORDER BY created_at DESC`).all().map(parsedImport);
}

function parsedImport(row: unknown): Import {
  const { source, ...told } = rowSchema.parse(row);
  return { ...told, source: nameOfSource(source), ...(isOfTeam(told.id) ? { isShared: true } : {}) };
}

const namedSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(IMPORT_KINDS),
    facts: z.int(),
    bounces: z.int(),
    /** Suppressed addresses and domains. */
    suppressed: z.int(),
  }),
);
export type NamedImport = z.infer<typeof namedSchema>[number];

/** Returns the names and counts of all imports. */
export function namedImports({ db }: Pick<Journal, "db">): NamedImport[] {
  return namedSchema.parse(
    db.prepare("SELECT id, name, kind, facts, bounces, addresses + domains AS suppressed FROM imports").all(),
  );
}

const sentSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    at: z.number(),
    forecast: z.string().nullable(),
    isExport: z.int().transform((value) => value !== 0),
  }),
);

/** Returns the imports with recipients. `at`: Unix ms. `forecast`: JSON of the expected bounces of an export. */
export function sentImports({ db }: Pick<Journal, "db">): z.output<typeof sentSchema> {
  return sentSchema.parse(
    db
      .prepare(
        `SELECT id, name, coalesce(assumed_at, created_at) AS at, forecast,
           kind = 'sent' AND source = ? AS isExport FROM imports WHERE sent > 0`,
      )
      .all(USER),
  );
}

/** Counts of an import, without erased people. */
export interface ImportLeft {
  readonly facts: number;
  readonly bounces: number;
  readonly sent: number;
  readonly addresses: number;
  readonly domains: number;
  readonly digest: string;
}

/** Replaces the counts of changed imports, and deletes those without facts (`null`). */
export function eraseImports(
  { db }: Pick<Journal, "db">,
  imports: ReadonlyMap<string, ImportLeft | null>,
): void {
  const remove = db.prepare("DELETE FROM imports WHERE id = ?");
  const change = db.prepare(
    `UPDATE imports SET facts = @facts, bounces = @bounces, sent = @sent, addresses = @addresses, domains = @domains,
       digest = @digest WHERE id = @id`,
  );
  for (const [id, left] of imports) {
    if (left === null) remove.run(id);
    else change.run({ ...left, id });
  }
}

/** Returns the display name of a source; `null` for the user's own. */
export function nameOfSource(source: string): string | null {
  return source === USER ? null : (sourceNamed(source)?.name ?? source);
}
