import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { duckDbReviewed, expectSame, runDuckDb } from "../duckdb.ts";
import { CLEANING, LIST, NOW, runTask } from "../engine.ts";
import { type Contestant, runAlternately } from "../measure.ts";
import { peerDatabase, reviewedCleaning } from "../prepared.ts";
import { atMost } from "../report/line.ts";
import { absoluteLine, ratioLine } from "../report/lines.ts";
import { runCommand } from "../run-process.ts";
import { COLUMNS } from "../workload/rows.ts";
import { type Workload, workloadOf } from "../workload/workload.ts";

const TASK = "export 300,000 of 500,000 rows with verdicts";
const written = z.object({ rows: z.int() });

/** Export of the deliverable rows, byte for byte and with their verdicts. */
export const exportBenchmark: Benchmark = {
  name: "export",
  async run(context) {
    const workload = workloadOf(context.cache, ROWS);
    const found = { rows: 0 };
    const contestants = [await winnow(context, found)];
    if (context.peers.sqlite3 !== null) contestants.push(await sqlite(context, workload));
    if (context.peers.sqlite3 !== null && context.peers.mlr !== null) {
      contestants.push(await miller(context, workload));
    }
    contestants.push(await duckDbContestant(context, workload, found));
    const medians = await runAlternately(contestants, context.runs);
    const [own] = medians;
    const named = (name: string) => medians.find((one) => one.name === name);
    return [
      ratioLine(TASK, "sqlite3 -csv, 7 columns", own, named("sqlite3"), atMost(0.8)),
      ratioLine(TASK, "Miller filter", own, named("miller"), atMost(0.4)),
      ratioLine(TASK, "DuckDB COPY, with verdicts", own, named("DuckDB"), atMost(0.6)),
      absoluteLine(TASK, "time", own?.milliseconds, "ms", atMost(400)),
      absoluteLine(TASK, "longest gap on the main thread", own?.gapMilliseconds, "ms", atMost(16)),
    ];
  },
};

async function duckDbContestant(
  context: BenchContext,
  workload: Workload,
  found: { rows: number },
): Promise<Contestant> {
  const database = await duckDbReviewed(context, workload);
  const into = join(context.work, "duckdb.csv");
  const written = `SELECT * EXCLUDE (domain) FROM reviewed WHERE verdict = 'deliverable'`;
  const run = {
    database,
    statements: [`COPY (${written}) TO '${into}' (HEADER)`],
    answer: "SELECT count(*)::INT FROM reviewed WHERE verdict = 'deliverable'",
  };
  return {
    name: "DuckDB",
    async run() {
      const measured = await runDuckDb(run);
      expectSame("exported rows", [found.rows], measured.found.answer[0]);
      return measured;
    },
  };
}

async function winnow(context: BenchContext, found: { rows: number }): Promise<Contestant> {
  const layout = await reviewedCleaning(context);
  const target = join(context.work, "exported.csv");
  return {
    name: "Winnow",
    async run() {
      rmSync(target, { force: true });
      const run = await runTask(context, "exports.write", {
        dataDir: layout.dataDir,
        list: layout.list(LIST),
        results: layout.cleaning(CLEANING).results,
        request: {
          filter: { verdicts: ["deliverable"] },
          sort: { by: { kind: "row" }, descending: false },
          format: { kind: "exact" },
          withVerdicts: true,
          columns: null,
          split: "one",
        },
        target: { path: target, replaces: null, neverReplace: [], dataDir: layout.dataDir },
        temporary: `${target}.part`,
        mode: 0o644,
        name: "list.csv",
        fileName: "list.csv",
        now: NOW,
      });
      const { rows } = written.parse(run.found);
      found.rows = rows;
      if (rows < 290_000 || rows > 310_000) throw new Error(`${rows} rows were exported`);
      return run;
    },
  };
}

async function sqlite(context: BenchContext, workload: Workload): Promise<Contestant> {
  const database = await peerDatabase(context, workload);
  const query = `SELECT ${COLUMNS.join(", ")} FROM reviewed WHERE +verdict = 'deliverable'`;
  const into = join(context.work, "sqlite.csv");
  return {
    name: "sqlite3",
    run: () => runCommand("sqlite3", ["-csv", "-header", database, query], { into }),
  };
}

/** Miller filters a file that already contains the verdicts. */
async function miller(context: BenchContext, workload: Workload): Promise<Contestant> {
  const database = await peerDatabase(context, workload);
  const joined = join(context.cache, `joined-4-${workload.rows}.csv`);
  if (!existsSync(joined)) {
    const query = `SELECT ${COLUMNS.join(", ")}, verdict FROM reviewed`;
    await runCommand("sqlite3", ["-csv", "-header", database, query], { into: joined });
  }
  const into = join(context.work, "miller.csv");
  return {
    name: "miller",
    run: () => runCommand("mlr", ["--csv", "filter", '$verdict == "deliverable"', joined], { into }),
  };
}
