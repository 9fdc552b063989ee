import type Database from "better-sqlite3";
import { z } from "zod";
import { createBlockReader } from "./blocks.ts";
import { checkSchema } from "./checks.ts";
import { connect, saysWhenTaken } from "./connect.ts";
import { compact } from "./merge.ts";
import { createNames, type Names } from "./names.ts";
import { readableRows } from "./readable-rows.ts";
import { createSegmentWriter } from "./segment-writer.ts";

const namesSchema = z.array(z.object({ number: z.number(), name: z.string() }));
const takenSchema = z.array(
  z.object({ cleaning: z.number(), ordinal: z.number(), at: z.number().nullable() }),
);
const segmentsSchema = z.array(z.object({ id: z.number(), scope: z.number() }));
const askedSchema = z.object({ scope: z.number(), address: z.string(), at: z.number() });

/** What may be read of another archive: anything of it may be damaged. */
interface Source {
  readonly db: Database.Database;
  /** What `read` answers; null: it cannot be read, and that is noted. */
  tryTo<T>(read: () => T): T | null;
  readonly isWhole: () => boolean;
}

/**
 * Adds to the archive `db` what the one at `path` knows and it does not: single checks, notes of those that were not
 * answered, and parts of cleanings, but for cleanings that `isLeftOut`. False: not all of it could be read. Throws
 * SQLite's errors about `db`; leaves it unchanged then.
 */
export function takeOver(
  db: Database.Database,
  names: Names,
  path: string,
  isLeftOut: (cleaningId: string) => boolean,
): boolean {
  const source = open(path);
  if (source === null) return false;
  try {
    const scopes = new Map(
      source
        .tryTo(() => namesSchema.parse(source.db.prepare("SELECT number, name FROM scopes").all()))
        ?.map(({ number, name }) => [number, name]),
    );
    db.transaction(() => {
      takeChecks(db, names, source, scopes);
      takeParts(db, names, source, scopes, isLeftOut);
    }).immediate();
    return source.isWhole();
  } finally {
    source.db.close();
  }
}

function open(path: string): Source | null {
  try {
    const db = connect(path, true);
    let isWhole = true;
    return {
      db,
      tryTo(read) {
        try {
          return read();
        } catch {
          isWhole = false;
          return null;
        }
      },
      isWhole: () => isWhole,
    };
  } catch {
    return null;
  }
}

function takeChecks(
  db: Database.Database,
  names: Names,
  source: Source,
  scopes: ReadonlyMap<number, string>,
): void {
  /** The scope's number here; null: it cannot be told which it is. */
  const scopeOf = (number: number) =>
    source.tryTo(() => {
      const name = scopes.get(number);
      if (name === undefined) throw new Error("a scope without a name");
      return name;
    });
  const whole = (isWhole: boolean) =>
    source.tryTo(() => {
      if (!isWhole) throw new Error("rows that cannot be read");
    });
  const checks = readableRows(source.db, "checks", checkSchema);
  whole(checks.isWhole);
  const keep = db.prepare(
    "INSERT OR IGNORE INTO checks (scope, address, at, verdict, flags, source) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const answered = db.prepare("DELETE FROM asked WHERE scope = ? AND address = ? AND at <= ?");
  for (const { scope, address, at, verdict, flags, source: from } of checks.rows) {
    const name = scopeOf(scope);
    if (name === null) continue;
    const number = names.makeScope(name);
    keep.run(number, address, at, verdict, flags, from);
    answered.run(number, address, at);
  }
  const asked = readableRows(source.db, "asked", askedSchema);
  whole(asked.isWhole);
  const note = db.prepare(
    `INSERT INTO asked (scope, address, at) SELECT @scope, @address, @at
       WHERE NOT EXISTS (SELECT 1 FROM checks WHERE scope = @scope AND address = @address AND at >= @at)
     ON CONFLICT (scope, address) DO UPDATE SET at = max(at, excluded.at)`,
  );
  for (const { scope, address, at } of asked.rows) {
    const name = scopeOf(scope);
    if (name !== null) note.run({ scope: names.makeScope(name), address, at });
  }
}

/** What of the source's parts is not known here. A part without a number: an earlier Winnow did not note it. */
function takeParts(
  db: Database.Database,
  names: Names,
  source: Source,
  scopes: ReadonlyMap<number, string>,
  isLeftOut: (cleaningId: string) => boolean,
): void {
  const ids = source.tryTo(() => createNames(source.db).cleaningIds()) ?? new Map<number, string>();
  const taken = source.tryTo(() => {
    const at = saysWhenTaken(source.db) ? "at" : "NULL AS at";
    return takenSchema.parse(source.db.prepare(`SELECT cleaning, ordinal, ${at} FROM taken`).all());
  });
  const held = db.prepare("SELECT 1 FROM taken WHERE cleaning = ? AND (ordinal = ? OR ? = 0)");
  const holds = (id: string, ordinal: number) => held.get(names.cleaning(id), ordinal, ordinal) !== undefined;
  // Decided before anything is added: of a cleaning without numbers of parts all or nothing is known.
  const wanted = new Map<number, Set<number>>();
  for (const { cleaning, ordinal } of taken ?? []) {
    const id = ids.get(cleaning);
    if (id === undefined || isLeftOut(id) || holds(id, ordinal)) continue;
    const own = wanted.get(cleaning) ?? new Set(holds(id, 0) ? [] : [0]);
    wanted.set(cleaning, own.add(ordinal));
  }
  if (wanted.size === 0) return;
  const segments =
    source.tryTo(() =>
      segmentsSchema
        .parse(source.db.prepare("SELECT id, scope FROM segments ORDER BY id").all())
        .filter(({ id }) =>
          z
            .array(z.number())
            .parse(
              source.db.prepare("SELECT cleaning FROM segment_cleanings WHERE segment = ?").pluck().all(id),
            )
            .some((cleaning) => wanted.has(cleaning)),
        ),
    ) ?? [];
  const touched = new Set<number>();
  for (const segment of segments) {
    const name = scopes.get(segment.scope);
    if (name === undefined) continue;
    const scope = names.makeScope(name);
    touched.add(scope);
    takeSegment(db, names, source, { id: segment.id, scope }, ids, wanted);
  }
  const insert = db.prepare("INSERT OR IGNORE INTO taken (cleaning, ordinal, at) VALUES (?, ?, ?)");
  for (const { cleaning, ordinal, at } of taken ?? []) {
    const id = ids.get(cleaning);
    if (id !== undefined && wanted.get(cleaning)?.has(ordinal))
      insert.run(names.makeCleaning(id), ordinal, at);
  }
  for (const scope of touched) compact(db, scope);
}

function takeSegment(
  db: Database.Database,
  names: Names,
  source: Source,
  segment: { readonly id: number; readonly scope: number },
  ids: ReadonlyMap<number, string>,
  wanted: ReadonlyMap<number, ReadonlySet<number>>,
): void {
  const reader = createBlockReader(source.db);
  const writer = createSegmentWriter(db, segment.scope);
  for (const block of source.tryTo(() => reader.blocksOf(segment.id)) ?? []) {
    const read = source.tryTo(() => {
      const { verdict, flags, source: from, at, cleaning, part, end, text } = reader.data(block);
      return { hashes: reader.hashes(block), verdict, flags, from, at, cleaning, part, end, text };
    });
    if (read === null) continue;
    for (let entry = 0; entry < block.entries; entry++) {
      const number = read.cleaning[entry] ?? 0;
      const part = read.part[entry] ?? 0;
      const id = ids.get(number);
      if (id === undefined || !wanted.get(number)?.has(part)) continue;
      const own = {
        hash: read.hashes[entry] ?? 0,
        verdict: read.verdict[entry] ?? 0,
        flags: read.flags[entry] ?? 0,
        source: read.from[entry] ?? 0,
        at: read.at[entry] ?? 0,
        cleaning: names.makeCleaning(id),
        part,
      };
      writer.add(own, read.text, entry === 0 ? 0 : (read.end[entry - 1] ?? 0), read.end[entry] ?? 0);
    }
  }
  writer.finish();
}
