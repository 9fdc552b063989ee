import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { duckDb, duckDbAddresses, duckDbImport, duckDbJoin, expectSame } from "../duckdb.ts";
import { ingestResults, openedList, readList } from "../engine.ts";
import { type Contestant, runAlternately } from "../measure.ts";
import { beginCleaning, importScript, joinScript } from "../prepared.ts";
import { atMost } from "../report/line.ts";
import { absoluteLine, ratioLine } from "../report/lines.ts";
import { runCommand, warmUp } from "../run-process.ts";
import { type Workload, workloadOf } from "../workload/workload.ts";

const TASK = "take 500,000 results in";

/** Ingesting results into the cleaning and the archive, compared with an import and a join. */
export const ingestBenchmark: Benchmark = {
  name: "ingest",
  async run(context) {
    const workload = workloadOf(context.cache, ROWS);
    await warmUp(workload.results);
    const found: Found = { counts: {} };
    const contestants = [await winnow(context, workload, found)];
    if (context.peers.sqlite3 !== null) contestants.push(await sqlite(context, workload));
    contestants.push(duckDbContestant(context, workload, found));
    const medians = await runAlternately(contestants, context.runs);
    const [own] = medians;
    const named = (name: string) => medians.find((one) => one.name === name);
    return [
      ratioLine(TASK, "sqlite3 .import and join", own, named(".import and join"), atMost(0.5)),
      ratioLine(TASK, "DuckDB, join and store", own, named("DuckDB"), atMost(0.5)),
      absoluteLine(TASK, "time", own?.milliseconds, "ms", atMost(1200)),
      absoluteLine(TASK, "longest gap on the main thread", own?.gapMilliseconds, "ms", atMost(16)),
    ];
  },
};

interface Found {
  counts: Readonly<Record<string, number>>;
}
const countsSchema = z.object({ counts: z.record(z.string(), z.int()) });

/** The list with its distinct addresses is imported in advance. */
function duckDbContestant(context: BenchContext, workload: Workload, found: Found): Contestant {
  const setup = [duckDbImport(workload), duckDbAddresses, "CHECKPOINT"];
  const statements = [duckDbJoin(workload), "CHECKPOINT"];
  const answer = "SELECT replace(verdict, '-', '_'), count(*)::INT FROM verdicts GROUP BY 1 ORDER BY 1";
  return duckDb(context, "ingest", { setup, statements, answer }, (rows) =>
    expectSame("addresses by verdict", Object.entries(found.counts).sort(), rows),
  );
}

async function winnow(context: BenchContext, workload: Workload, found: Found): Promise<Contestant> {
  const layout = openedList(join(context.work, "ingest"), workload);
  await readList(context, layout);
  return {
    name: "Winnow",
    async run() {
      for (const end of ["", "-wal", "-shm"]) rmSync(layout.archive + end, { force: true });
      beginCleaning(layout);
      const measured = await ingestResults(context, layout, workload);
      found.counts = countsSchema.parse(measured.found).counts;
      return measured;
    },
  };
}

/** The list is imported in advance, as for Winnow. */
async function sqlite({ work }: BenchContext, workload: Workload): Promise<Contestant> {
  const list = join(work, "ingest-list.db");
  const database = join(work, "ingest.db");
  await runCommand("sqlite3", [list], { script: `${importScript(workload)}PRAGMA journal_mode = DELETE;` });
  return {
    name: ".import and join",
    async run() {
      for (const end of ["-wal", "-shm"]) rmSync(database + end, { force: true });
      copyFileSync(list, database);
      return runCommand("sqlite3", [database], { script: joinScript(workload) });
    },
  };
}
