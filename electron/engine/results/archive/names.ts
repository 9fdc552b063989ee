import type Database from "better-sqlite3";
import { z } from "zod";

const numberSchema = z.object({ number: z.number() }).optional();
const scopesSchema = z.array(z.object({ number: z.number(), name: z.string() }));
const cleaningsSchema = z.array(z.object({ number: z.number(), id: z.string() }));

/** The numbers that stand in the archive for scopes and cleanings. */
export interface Names {
  /** Null: the archive has nothing of it, as of a cleaning below. */
  scope(name: string): number | null;
  makeScope(name: string): number;
  /** `name` null: all of them. */
  scopes(name: string | null): { number: number; name: string }[];
  cleaning(id: string): number | null;
  makeCleaning(id: string): number;
  cleaningIds(): ReadonlyMap<number, string>;
}

export function createNames(db: Database.Database): Names {
  const numberOf = (query: string, of: string) =>
    numberSchema.parse(db.prepare(query).get(of))?.number ?? null;
  const make = (query: string, of: string) => Number(db.prepare(query).run(of).lastInsertRowid);
  const scope = (name: string) => numberOf("SELECT number FROM scopes WHERE name = ?", name);
  const cleaning = (id: string) => numberOf("SELECT number FROM cleanings WHERE id = ?", id);
  return {
    scope,
    makeScope: (name) => scope(name) ?? make("INSERT INTO scopes (name) VALUES (?)", name),
    scopes(name) {
      const all = scopesSchema.parse(db.prepare("SELECT number, name FROM scopes ORDER BY number").all());
      return name === null ? all : all.filter((one) => one.name === name);
    },
    cleaning,
    makeCleaning: (id) => cleaning(id) ?? make("INSERT INTO cleanings (id) VALUES (?)", id),
    cleaningIds() {
      const rows = cleaningsSchema.parse(db.prepare("SELECT number, id FROM cleanings").all());
      return new Map(rows.map(({ number, id }) => [number, id]));
    },
  };
}
