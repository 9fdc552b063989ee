import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { ingestResults, openedList, readList } from "../engine.ts";
import { type Contestant, inTurns } from "../measure.ts";
import { beginCleaning, importScript, joinScript } from "../prepared.ts";
import { atMost } from "../report/line.ts";
import { absoluteLine, ratioLine } from "../report/lines.ts";
import { runCommand, warmUp } from "../run-process.ts";
import { type Workload, workloadOf } from "../workload/workload.ts";

const TASK = "take 500,000 results in";

/** Taking results in, into the cleaning and into the archive, against an import and a join. */
export const ingestBenchmark: Benchmark = {
  name: "ingest",
  async run(context) {
    const workload = workloadOf(context.cache, ROWS);
    await warmUp(workload.results);
    const contestants = [await winnow(context, workload)];
    if (context.peers.sqlite3 !== null) contestants.push(await sqlite(context, workload));
    const [own, peer] = await inTurns(contestants, context.runs);
    return [
      ratioLine(TASK, "sqlite3 .import and join", own, peer, atMost(0.5)),
      absoluteLine(TASK, "time", own?.milliseconds, "ms", atMost(1200)),
      absoluteLine(TASK, "longest gap on the main thread", own?.gapMilliseconds, "ms", atMost(16)),
    ];
  },
};

async function winnow(context: BenchContext, workload: Workload): Promise<Contestant> {
  const layout = openedList(join(context.work, "ingest"), workload);
  await readList(context, layout);
  return {
    name: "Winnow",
    async run() {
      for (const end of ["", "-wal", "-shm"]) rmSync(layout.archive + end, { force: true });
      beginCleaning(layout);
      return ingestResults(context, layout, workload);
    },
  };
}

/** The list is there already, as it is for Winnow. */
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
