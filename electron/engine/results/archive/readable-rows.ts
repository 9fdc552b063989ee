import type Database from "better-sqlite3";
import { z } from "zod";
import { notesAsked } from "./connect.ts";

/** What could be read of a table, and whether that is all of it. */
export interface ReadableRows<T> {
  readonly rows: readonly T[];
  readonly isWhole: boolean;
}

const RANGES = [..." !\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u{7f}"];

/**
 * Every row of `checks` or `asked` that can still be read. Where a page between them is damaged, those before it and after
 * it are found from both ends, and from the start of each letter. Never throws.
 */
export function readableRows<T extends { scope: number; address: string; at: number }>(
  db: Database.Database,
  table: "checks" | "asked",
  schema: z.ZodType<T>,
): ReadableRows<T> {
  const found = new Map<string, T>();
  const add = (row: unknown): boolean => {
    const parsed = schema.safeParse(row);
    if (!parsed.success) return false;
    const { scope, address, at } = parsed.data;
    found.set(JSON.stringify([scope, address, at]), parsed.data);
    return true;
  };
  const rows = () => [...found.values()];
  try {
    if (table === "asked" && !notesAsked(db)) return { rows: [], isWhole: true };
  } catch {
    return { rows: [], isWhole: false };
  }
  const walk = (where: string, order: "ASC" | "DESC", given: unknown[]): boolean => {
    let isWhole = true;
    try {
      const query = db.prepare(`SELECT * FROM ${table} ${where} ORDER BY scope ${order}, address ${order}`);
      for (const row of query.iterate(...given)) isWhole = add(row) && isWhole;
    } catch {
      return false;
    }
    return isWhole;
  };
  if (walk("", "ASC", [])) return { rows: rows(), isWhole: true };
  walk("", "DESC", []);
  for (const scope of scopesIn(db)) {
    for (const [place, from] of RANGES.entries()) {
      const to = RANGES[place + 1] ?? "\u{10ffff}";
      for (const order of ["ASC", "DESC"] as const)
        walk("WHERE scope = ? AND address >= ? AND address < ?", order, [scope, from, to]);
    }
  }
  return { rows: rows(), isWhole: false };
}

function scopesIn(db: Database.Database): number[] {
  try {
    return z.array(z.number()).parse(db.prepare("SELECT number FROM scopes").pluck().all());
  } catch {
    return [];
  }
}
