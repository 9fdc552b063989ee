import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { BenchContext } from "./bench-context.ts";
import type { Contestant } from "./measure.ts";
import { runMeasured } from "./run-process.ts";
import { COLUMNS } from "./workload/rows.ts";
import type { Workload } from "./workload/workload.ts";

const foundSchema = z.object({
  times: z.record(z.string(), z.array(z.number())),
  answer: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

interface DuckDbRun {
  readonly database: string;
  readonly setup?: readonly string[];
  readonly statements?: readonly string[];
  readonly questions?: readonly { readonly name: string; readonly sql: readonly string[] }[];
  readonly answer?: string;
}

/** Runs statements in DuckDB in a separate process. Returns their times and the result of `answer`. */
export async function runDuckDb(run: DuckDbRun) {
  const measured = await runMeasured("duckdb", run);
  return { ...measured, found: foundSchema.parse(measured.found) };
}

/**
 * Returns a contestant that runs DuckDB on a new database file each time. `check` throws if its result differs from
 * Winnow's.
 */
export function duckDb(
  { work }: BenchContext,
  name: string,
  run: Omit<DuckDbRun, "database">,
  check: (answer: readonly (readonly (string | number | null)[])[]) => void,
): Contestant {
  const database = join(work, `${name}.duckdb`);
  return {
    name: "DuckDB",
    async run() {
      for (const end of ["", ".wal"]) rmSync(database + end, { force: true });
      const measured = await runDuckDb({ database, ...run });
      check(measured.found.answer);
      return measured;
    },
  };
}

/** Throws unless both results are equal, because a peer that does other work is no comparison. */
export function expectSame(what: string, winnow: unknown, peer: unknown): void {
  if (JSON.stringify(winnow) === JSON.stringify(peer)) return;
  throw new Error(`${what}: Winnow says ${JSON.stringify(winnow)}, DuckDB ${JSON.stringify(peer)}`);
}

const csv = (path: string, columns: readonly string[]) =>
  `read_csv('${path}', header = true, all_varchar = true, quote = '"', escape = '"', strict_mode = false, names = [${columns.map((column) => `'${column}'`).join(", ")}])`;

/** Pattern of an address for the peer. The workload's malformed addresses do not match it. */
const ADDRESS = "regexp_matches(email, '^[^@ ]+@[^@ ]+[.][^@ ]+$')";

export const duckDbImport = ({ list }: Workload): string =>
  `CREATE TABLE list AS SELECT * FROM ${csv(list, COLUMNS)}`;

export const duckDbAddresses = `CREATE TABLE addresses AS SELECT lower(email) AS address, min(rowid) AS first, count(*) AS rows
  FROM list WHERE ${ADDRESS} GROUP BY 1`;

const RESULTS = ["email", "verdict", "syntax", "isp", "role", "disposable", "trap", "at"] as const;

export const duckDbJoin = ({ results }: Workload): string =>
  `CREATE TABLE verdicts AS SELECT addresses.address, r.* EXCLUDE (email) FROM addresses
   JOIN ${csv(results, RESULTS)} r ON lower(r.email) = addresses.address`;

/** Returns a database with the rows and their verdicts, kept between runs. */
export async function duckDbReviewed({ cache }: BenchContext, workload: Workload): Promise<string> {
  const path = join(cache, `peer-4-${workload.rows}.duckdb`);
  if (existsSync(path)) return path;
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  const columns = COLUMNS.map((column) => `list.${column}`).join(", ");
  const reviewed = `CREATE TABLE reviewed AS SELECT ${columns}, lower(substr(list.email, instr(list.email, '@') + 1)) AS domain, r.* EXCLUDE (email)
    FROM list LEFT JOIN ${csv(workload.results, RESULTS)} r ON lower(r.email) = lower(list.email) ORDER BY list.rowid`;
  await runDuckDb({
    database: fresh,
    statements: [duckDbImport(workload), reviewed, "DROP TABLE list", "CHECKPOINT"],
  });
  renameSync(fresh, path);
  return path;
}
