import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openList } from "../../electron/engine/lists/index.ts";
import { createResults } from "../../electron/engine/results/index.ts";
import type { Layout } from "../../electron/engine/store/index.ts";
import { type BenchContext, ROWS } from "./bench-context.ts";
import { CLEANING, ingestResults, LIST, openedList, readList } from "./engine.ts";
import { runCommand } from "./run-process.ts";
import { COLUMNS } from "./workload/rows.ts";
import { type Workload, workloadOf } from "./workload/workload.ts";

/** Creates a cleaning that sends all addresses of the list in one part. */
export function beginCleaning(layout: Layout): void {
  const list = openList(layout.list(LIST));
  const fate = new Uint16Array(list.addresses).fill(1);
  list.close();
  createResults(layout.cleaning(CLEANING).results, { fate, known: null });
}

let reviewed: Layout | null = null;

/** Returns a data folder with the workload's cleaning and all its results, created once per run. */
export async function reviewedCleaning(context: BenchContext): Promise<Layout> {
  if (reviewed !== null) return reviewed;
  const workload = workloadOf(context.cache, ROWS);
  const layout = openedList(join(context.work, "reviewed"), workload);
  await readList(context, layout);
  beginCleaning(layout);
  await ingestResults(context, layout, workload);
  reviewed = layout;
  return layout;
}

export function importScript(workload: Workload): string {
  const columns = COLUMNS.map((column) => `${column} TEXT`).join(", ");
  return `PRAGMA journal_mode = WAL;
CREATE TABLE list (${columns});
.import --csv --skip 1 "${workload.list}" list
`;
}

export function joinScript(workload: Workload): string {
  return `PRAGMA journal_mode = WAL;
CREATE TABLE results (email TEXT COLLATE NOCASE, verdict TEXT, syntax TEXT, isp TEXT, role TEXT, disposable TEXT, trap TEXT, at TEXT);
.import --csv --skip 1 "${workload.results}" results
CREATE TABLE verdicts AS SELECT list.rowid AS row, verdict, syntax, isp, role, disposable, trap, at FROM list JOIN results ON results.email = list.email;
`;
}

/** Returns the peers' table of rows with verdicts, domain and an index for paging, kept between runs. */
export async function peerDatabase({ cache }: BenchContext, workload: Workload): Promise<string> {
  const path = join(cache, `peer-4-${workload.rows}.db`);
  if (existsSync(path)) return path;
  const fresh = `${path}.new`;
  for (const end of ["", "-wal", "-shm"]) rmSync(fresh + end, { force: true });
  const columns = COLUMNS.map((column) => `list.${column}`).join(", ");
  const script = `${importScript(workload)}${joinScript(workload)}
CREATE INDEX verdict_row ON verdicts (row);
CREATE TABLE reviewed AS SELECT ${columns}, lower(substr(list.email, instr(list.email, '@') + 1)) AS domain, verdict, syntax, isp, role, disposable, trap, at
  FROM list LEFT JOIN verdicts ON verdicts.row = list.rowid ORDER BY list.rowid;
DROP TABLE list; DROP TABLE results; DROP TABLE verdicts;
CREATE INDEX verdict_domain ON reviewed (verdict, domain);
PRAGMA journal_mode = DELETE;
VACUUM;
`;
  await runCommand("sqlite3", [fresh], { script });
  renameSync(fresh, path);
  return path;
}
