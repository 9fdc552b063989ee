import { readdirSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import { ID_PATTERN, type Layout } from "../store/index.ts";

const listsSchema = z.array(
  z.object({
    id: z.string().regex(ID_PATTERN),
    name: z.string(),
    addresses: z.int(),
    domains: z.int(),
    created_at: z.int(),
  }),
);
const entriesSchema = z.array(z.string());
type StoredList = z.output<typeof listsSchema>[number] & { readonly entries: readonly string[] };

/** What a list is called whose name is not known any more. */
const NAMELESS = "Recovered";
const FILE = /^([a-z0-9-]{1,64})\.txt$/;

/** The ids of the lists whose entries lie in the folder's `suppression`. Throws the file system's errors. */
export function suppressionFiles(layout: Layout): string[] {
  let names: string[];
  try {
    names = readdirSync(layout.suppressionDir);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
  return names.flatMap((name) => FILE.exec(name)?.[1] ?? []);
}

/**
 * Takes the suppression lists into the journal `db` that it does not know: those whose entries lie in the folder's
 * `suppression`, and those that `source`, another journal, perhaps a damaged one, names. Whoever asked to be left out
 * stays left out, whatever became of the journal that said so. Answers how many there were. Throws the errors of SQLite
 * about `db`, and the file system's.
 */
export function recoverSuppression(
  db: Database.Database,
  layout: Layout,
  source: string | null,
  at: number,
): number {
  const known = new Set(entriesSchema.parse(db.prepare("SELECT id FROM suppression_lists").pluck().all()));
  const named = new Map(
    (source === null ? [] : suppressionListsIn(source)).map((list) => [list.id, list] as const),
  );
  for (const id of suppressionFiles(layout)) {
    if (!named.has(id)) named.set(id, { ...countsOf(layout.suppression(id)), id, created_at: at });
  }
  const lists = [...named.values()].filter(({ id }) => !known.has(id));
  if (lists.length === 0) return 0;
  const add = db.prepare(
    "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES (?, ?, ?, ?, ?)",
  );
  const addEntry = db.prepare("INSERT OR IGNORE INTO suppressed (list_id, entry) VALUES (?, ?)");
  db.transaction(() => {
    for (const { id, name, addresses, domains, created_at, entries } of lists) {
      add.run(id, name, addresses, domains, created_at);
      for (const entry of entries) addEntry.run(id, entry);
    }
  }).immediate();
  return lists.length;
}

/** A file that cannot be read counts as one that has lost entries: nothing is sent until somebody has looked at it. */
function countsOf(path: string): Omit<StoredList, "id" | "created_at"> {
  try {
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    const domains = lines.filter((line) => line.startsWith("@")).length;
    return { name: NAMELESS, addresses: lines.length - domains, domains, entries: [] };
  } catch {
    return { name: NAMELESS, addresses: 1, domains: 0, entries: [] };
  }
}

/**
 * The lists of the journal at `path`, with the entries that an earlier Winnow kept there; as many as can be read, none
 * where it is too damaged to tell.
 */
function suppressionListsIn(path: string): StoredList[] {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    const lists = listsSchema.parse(
      db.prepare("SELECT id, name, addresses, domains, created_at FROM suppression_lists").all(),
    );
    const entries = db.prepare("SELECT entry FROM suppressed WHERE list_id = ?").pluck();
    return lists.map((list) => ({
      ...list,
      entries: readable(() => entriesSchema.parse(entries.all(list.id))),
    }));
  } catch {
    return [];
  } finally {
    db?.close();
  }
}

/** Entries that cannot be read are missing from their list, which then counts as damaged. */
function readable(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
