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

/** Runs statements in DuckDB, in a process of its own: how long, and what it answers. */
export async function runDuckDb(run: DuckDbRun) {
  const measured = await runMeasured("duckdb", run);
  return { ...measured, found: foundSchema.parse(measured.found) };
}

/** DuckDB on a database file that is made anew for each run; `check` throws where its answer is not Winnow's. */
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

/** Throws unless both found the same: a peer that does something else says nothing. */
export function expectSame(what: string, winnow: unknown, peer: unknown): void {
  if (JSON.stringify(winnow) === JSON.stringify(peer)) return;
  throw new Error(`${what}: Winnow says ${JSON.stringify(winnow)}, DuckDB ${JSON.stringify(peer)}`);
}

const csv = (path: string, columns: readonly string[]) =>
  `read_csv('${path}', header = true, all_varchar = true, quote = '"', escape = '"', strict_mode = false, names = [${columns.map((column) => `'${column}'`).join(", ")}])`;

/** What an address looks like to the peer: the workload's malformed ones do not. */
const ADDRESS = "regexp_matches(email, '^[^@ ]+@[^@ ]+[.][^@ ]+$')";

export const duckDbImport = ({ list }: Workload): string =>
  `CREATE TABLE list AS SELECT * FROM ${csv(list, COLUMNS)}`;

/** The distinct addresses of the list, with their first row and how often they stand there. */
export const duckDbAddresses = `CREATE TABLE addresses AS SELECT lower(email) AS address, min(rowid) AS first, count(*) AS rows
  FROM list WHERE ${ADDRESS} GROUP BY 1`;

const RESULTS = ["email", "verdict", "syntax", "isp", "role", "disposable", "trap", "at"] as const;

/** Reads the results and stores which address has which. */
export const duckDbJoin = ({ results }: Workload): string =>
  `CREATE TABLE verdicts AS SELECT addresses.address, r.* EXCLUDE (email) FROM addresses
   JOIN ${csv(results, RESULTS)} r ON lower(r.email) = addresses.address`;

/** A file with the rows and their verdicts. Kept between runs. */
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
