import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { duckDb, duckDbAddresses, duckDbImport, expectSame } from "../duckdb.ts";
import { openedList, readList } from "../engine.ts";
import { type Contestant, runAlternately } from "../measure.ts";
import { importScript } from "../prepared.ts";
import { atMost, type Line } from "../report/line.ts";
import { absoluteLine, ratioLine } from "../report/lines.ts";
import { runCommand, warmUp } from "../run-process.ts";
import { type Workload, workloadOf } from "../workload/workload.ts";

const TASK = "import 500,000 rows";
const DEDUPLICATE = `CREATE TABLE addresses AS SELECT lower(email) AS address, min(rowid) AS first, count(*) AS rows
  FROM list WHERE email LIKE '_%@_%' GROUP BY 1;
`;

export const importBenchmark: Benchmark = {
  name: "import",
  async run(context) {
    const workload = workloadOf(context.cache, ROWS);
    await warmUp(workload.list);
    const found = { unique: 0 };
    const contestants = [winnow(context, workload, found)];
    if (context.peers.sqlite3 !== null) {
      contestants.push(sqlite(context, ".import", importScript(workload)));
      contestants.push(sqlite(context, ".import, then deduplication", importScript(workload) + DEDUPLICATE));
    }
    const statements = [duckDbImport(workload), duckDbAddresses, "CHECKPOINT"];
    const answer = "SELECT count(*)::INT FROM addresses";
    contestants.push(
      duckDb(context, "import", { statements, answer }, ([row]) =>
        expectSame("distinct addresses", [found.unique], row),
      ),
    );
    const medians = await runAlternately(contestants, context.runs);
    const [own] = medians;
    const named = (name: string) => medians.find((one) => one.name === name);
    return [
      ratioLine(TASK, "sqlite3 .import", own, named(".import"), atMost(1.25)),
      ratioLine(
        TASK,
        "sqlite3 .import and deduplication",
        own,
        named(".import, then deduplication"),
        atMost(0.5),
      ),
      ratioLine(TASK, "DuckDB, stored and deduplicated", own, named("DuckDB"), atMost(0.4)),
      absoluteLine(TASK, "time", own?.milliseconds, "ms", atMost(1500)),
      absoluteLine(TASK, "peak memory", own?.peakMegabytes, "MB", atMost(250)),
      absoluteLine(TASK, "longest gap on the main thread", own?.gapMilliseconds, "ms", atMost(16)),
      ...(await growth(context, own?.milliseconds ?? Number.NaN)),
    ];
  },
};

/** Measures the growth from 50,000 rows, and up to 5,000,000 unless the run is quick. */
async function growth(context: BenchContext, middle: number): Promise<Line[]> {
  const small = await runAlternately([winnow(context, workloadOf(context.cache, ROWS / 10))], context.runs);
  const fromSmall = middle / (small[0]?.milliseconds ?? Number.NaN);
  const lines = [
    absoluteLine("import, 50,000 to 500,000 rows", "growth of time", fromSmall, "×", atMost(11)),
  ];
  if (context.quick) return lines;
  const huge = workloadOf(context.cache, ROWS * 10);
  const [large] = await runAlternately([winnow(context, huge)], Math.min(3, context.runs));
  const grown = (large?.milliseconds ?? Number.NaN) / middle;
  return [
    ...lines,
    absoluteLine("import, 500,000 to 5,000,000 rows", "growth of time", grown, "×", atMost(11)),
    absoluteLine("import 5,000,000 rows", "peak memory", large?.peakMegabytes, "MB", atMost(1024)),
  ];
}

const readSchema = z.object({ unique: z.int() });

function winnow(context: BenchContext, workload: Workload, found = { unique: 0 }): Contestant {
  return {
    name: "Winnow",
    async run() {
      const layout = openedList(join(context.work, "import"), workload);
      const measured = await readList(context, layout);
      found.unique = readSchema.parse(measured.found).unique;
      return measured;
    },
  };
}

function sqlite({ work }: BenchContext, name: string, script: string): Contestant {
  const database = join(work, "import.db");
  return {
    name,
    async run() {
      for (const end of ["", "-wal", "-shm"]) rmSync(database + end, { force: true });
      return runCommand("sqlite3", [database], { script });
    },
  };
}
