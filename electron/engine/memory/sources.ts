import { renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { z } from "zod";
import { type Import, importSchema } from "../../../shared/bridge/memory.ts";
import type { Clock } from "../handlers.ts";
import { emptyLog, type Journal, type Layout, syncFolder } from "../store/index.ts";
import { sourceNamed } from "../vocabularies/index.ts";
import type { Written } from "./facts.ts";

/** Whose facts they are when nobody but the user says so. */
export const USER = "user";

const rowSchema = importSchema.omit({ source: true }).extend({ source: z.string() });

const COLUMNS = `id, name, kind, source, facts, bounces, addresses, domains, assumed_at AS assumedAt,
  created_at AS createdAt`;

/** Facts that were written, and what is to be entered of them. */
export interface Arrival extends Written {
  readonly name: string;
  readonly kind: Import["kind"];
  /** Of `vocabularies/`, or USER. */
  readonly source: string;
  /** Entries that are not to be mailed. */
  readonly addresses: number;
  readonly domains: number;
  readonly assumedAt: number | null;
}

/** The sources of facts: entered once their facts are on disk, and removed as a whole. */
export interface Sources {
  /** Where the facts of `id` are written before they are entered. */
  arriving(id: string): string;
  /**
   * Enters the facts that are `arriving`, unless a source holds just these already: answers that one then, and they are
   * removed.
   */
  enter(id: string, arrival: Arrival): Promise<Import & { isNew: boolean }>;
  remove(id: string): Promise<void>;
}

export function createSources(options: {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly clock: Pick<Clock, "now">;
}): Sources {
  const { journal, layout, clock } = options;
  const { db } = journal;
  const arriving = (id: string) => `${layout.facts(id)}.new`;

  return {
    arriving,
    async enter(id, { digest, outcomes, facts, ...arrival }) {
      const same = db.prepare(`SELECT ${COLUMNS} FROM imports WHERE digest = ? AND kind = ?`);
      const before = same.get(digest, arrival.kind);
      if (before !== undefined) {
        await rm(arriving(id), { force: true });
        return { ...toldOf(before), isNew: false };
      }
      renameSync(arriving(id), layout.facts(id));
      syncFolder(layout.memoryDir);
      journal.commit(() =>
        db
          .prepare(
            `INSERT INTO imports (id, name, kind, source, digest, facts, bounces, addresses, domains, assumed_at, created_at)
             VALUES (@id, @name, @kind, @source, @digest, @facts, @bounces, @addresses, @domains, @assumedAt, @createdAt)`,
          )
          .run({ ...arrival, id, digest, facts, bounces: outcomes.hard, createdAt: clock.now() }),
      );
      return { ...toldOf(db.prepare(`SELECT ${COLUMNS} FROM imports WHERE id = ?`).get(id)), isNew: true };
    },
    async remove(id) {
      const known = db.prepare("SELECT 1 FROM imports WHERE id = ?").get(id);
      if (known === undefined) return;
      journal.commit(() => db.prepare("DELETE FROM imports WHERE id = ?").run(id));
      // What cannot be deleted now is at the next start.
      await rm(layout.facts(id), { force: true }).catch(() => {});
      emptyLog(db);
    },
  };
}

/** Every source, the newest first. */
export function listedImports({ db }: Pick<Journal, "db">): Import[] {
  return db.prepare(`SELECT ${COLUMNS} FROM imports ORDER BY created_at DESC`).all().map(toldOf);
}

function toldOf(row: unknown): Import {
  const { source, ...told } = rowSchema.parse(row);
  return { ...told, source: nameOfSource(source) };
}

/** As its users call it; null: the user's own. */
export function nameOfSource(source: string): string | null {
  return source === USER ? null : (sourceNamed(source)?.name ?? source);
}
