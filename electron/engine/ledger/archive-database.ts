import { existsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { enableSecureDelete, makePrivateFile, makePrivateFolder } from "../store/index.ts";
import { ARCHIVE_TABLES, COLUMN, createBlockReader } from "./blocks.ts";
import { rewrite } from "./runs.ts";

const runsSchema = z.array(z.object({ id: z.int(), scope: z.int(), isClaim: z.int() }));
const checksSchema = z.array(z.string());

/** Deletes people from a copy of the archive. Returns the number of entries. Throws SQLite errors. */
export function eraseFromArchive(
  db: Database.Database,
  people: { has(folded: string): boolean; hasDomain(domain: string): boolean },
): number {
  const reader = createBlockReader(db);
  const isErased = (text: Buffer, start: number, end: number) =>
    people.hasDomain(text.toString("utf8", text.lastIndexOf("@", end - 1) + 1, end)) &&
    people.has(text.toString("utf8", start, end));
  const put = db.prepare("UPDATE block_columns SET data = ? WHERE run = ? AND block = ? AND kind = ?");
  let erased = 0;
  const runs = db.prepare("SELECT id, scope, claim IS NOT NULL AS isClaim FROM runs").all();
  for (const { id, scope, isClaim } of runsSchema.parse(runs)) {
    let own = 0;
    for (const block of reader.blocksOf(id)) {
      const { text, end } = reader.texts(block);
      const gone = [...end].flatMap((stop, at) => {
        const start = at === 0 ? 0 : (end[at - 1] ?? 0);
        return isErased(text, start, stop) ? [{ start, stop }] : [];
      });
      own += gone.length;
      if (gone.length === 0 || isClaim === 0) continue;
      // Blank the text only: the claim's number of addresses was agreed to.
      for (const { start, stop } of gone) text.fill("x", start, stop);
      put.run(text, id, block.block, COLUMN.text);
    }
    erased += own;
    if (own > 0 && isClaim === 0)
      rewrite(
        db,
        scope,
        [id],
        ({ text, end }, at) => !isErased(text, at === 0 ? 0 : (end[at - 1] ?? 0), end[at] ?? 0),
      );
  }
  const checks = checksSchema.parse(db.prepare("SELECT DISTINCT address FROM checks").pluck().all());
  const forget = db.prepare("DELETE FROM checks WHERE address = ?");
  for (const address of checks) if (people.has(foldAddress(address))) erased += forget.run(address).changes;
  return erased;
}

/** Opens the archive at `path` and creates its tables. With `readonly`, a missing archive opens as an empty one. */
export function connect(path: string, readonly: boolean): Database.Database {
  if (readonly && existsSync(path)) {
    const db = new Database(path, { readonly: true, timeout: 60_000 });
    if (closedOnError(db, () => hasTables(db))) return db;
    db.close();
  }
  if (!readonly && path !== ":memory:") {
    makePrivateFolder(dirname(path));
    makePrivateFile(path);
  }
  const db = new Database(readonly ? ":memory:" : path, { timeout: 60_000 });
  return closedOnError(db, () => {
    // Large pages read 512 KB blobs faster. Existing files keep their page size.
    db.pragma("page_size = 16384");
    // Claims are large and short-lived: reclaim their space.
    db.pragma("auto_vacuum = INCREMENTAL");
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    enableSecureDelete(db);
    // Two threads may create it at once.
    if (!hasTables(db)) db.transaction(() => void (hasTables(db) || db.exec(ARCHIVE_TABLES))).immediate();
    return db;
  });
}

function closedOnError<T>(db: Database.Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}

function hasTables(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'checks'").get() !== undefined;
}

const numberSchema = z.object({ number: z.number() }).optional();
const scopesSchema = z.array(z.object({ number: z.number(), name: z.string() }));
const cleaningsSchema = z.array(z.object({ number: z.number(), id: z.string() }));

/** Scope of verdicts from results files. They belong to the service that gave them, so they count in all scopes. */
export const FILES_SCOPE = "files";

/** Maps scopes and cleanings to their numbers in the archive. */
export type Names = ReturnType<typeof createNames>;

export function createNames(db: Database.Database) {
  const numberOf = (query: string, of: string) =>
    numberSchema.parse(db.prepare(query).get(of))?.number ?? null;
  const make = (query: string, of: string) => Number(db.prepare(query).run(of).lastInsertRowid);
  const scope = (name: string) => numberOf("SELECT number FROM scopes WHERE name = ?", name);
  const cleaning = (id: string) => numberOf("SELECT number FROM cleanings WHERE id = ?", id);
  return {
    /** `null` if the archive has no such scope; likewise `cleaning`. */
    scope,
    makeScope: (name: string) => scope(name) ?? make("INSERT INTO scopes (name) VALUES (?)", name),
    /** Returns the scopes whose verdicts count in the scope `name`: its own and that of files; all for `null`. */
    scopes(name: string | null): { number: number; name: string }[] {
      const all = scopesSchema.parse(db.prepare("SELECT number, name FROM scopes ORDER BY number").all());
      return name === null ? all : all.filter((one) => one.name === name || one.name === FILES_SCOPE);
    },
    cleaning,
    makeCleaning: (id: string) => cleaning(id) ?? make("INSERT INTO cleanings (id) VALUES (?)", id),
    cleaningIds(): ReadonlyMap<number, string> {
      const rows = cleaningsSchema.parse(db.prepare("SELECT number, id FROM cleanings").all());
      return new Map(rows.map(({ number, id }) => [number, id]));
    },
  };
}
