import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { LIST, NOW, SCOPE } from "../engine.ts";
import { type Contestant, runAlternately } from "../measure.ts";
import { importScript, reviewedCleaning } from "../prepared.ts";
import { atMost } from "../report/line.ts";
import { absoluteLine, ratioLine } from "../report/lines.ts";
import { runCommand, runMeasured, warmUp } from "../run-process.ts";
import { workloadOf } from "../workload/workload.ts";

/** First row of the workload in the archive, which contains half of the list's addresses. */
const FROM = ROWS / 2;

/** Look-up of a list's known addresses, compared with a join on an indexed table. */
export const lookUpBenchmark: Benchmark = {
  name: "look-up",
  async run(context) {
    const size = context.quick ? 1_000_000 : 10_000_000;
    const task = `look 500,000 addresses up among ${size.toLocaleString("en-US")}`;
    const { archive, database } = await builtArchive(context, size);
    const layout = await reviewedCleaning(context);
    await warmUp(archive);
    await warmUp(database);
    const found = new Set<number>();
    const note = (count: unknown) => found.add(z.coerce.number().parse(count));
    const contestants: Contestant[] = [
      {
        name: "Winnow",
        async run() {
          const input = { dataDir: layout.dataDir, listId: LIST, archive, scope: SCOPE };
          const measured = await runMeasured("look-up", input);
          note(measured.found);
          return measured;
        },
      },
    ];
    if (context.peers.sqlite3 !== null) {
      const join = await joinScript(context, database);
      contestants.push({
        name: "sqlite3",
        async run() {
          const { stdout, ...sample } = await runCommand("sqlite3", [join.list], { script: join.script });
          note(stdout.trim());
          return sample;
        },
      });
    }
    const [own, peer] = await runAlternately(contestants, context.runs);
    if (found.size > 1) throw new Error(`different addresses are known: ${[...found].join(", ")}`);
    return [
      ratioLine(task, "SQL join on an indexed table", own, peer, atMost(0.5)),
      absoluteLine(task, "peak memory", own?.peakMegabytes, "MB", null),
    ];
  },
};

/** Returns the archive and the peer's table, kept between runs. */
async function builtArchive(
  context: BenchContext,
  size: number,
): Promise<{ archive: string; database: string }> {
  const folder = join(context.cache, `archive-5-${size}`);
  const built = { archive: join(folder, "archive.db"), database: join(folder, "indexed.db") };
  if (existsSync(folder)) return built;
  context.say(`filling an archive with ${size.toLocaleString("en-US")} addresses …`);
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await runMeasured("build-archive", {
    archive: join(fresh, "archive.db"),
    database: join(fresh, "indexed.db"),
    addresses: size,
    from: FROM,
    at: NOW,
  });
  renameSync(fresh, folder);
  return built;
}

/** Returns a script that joins the list's distinct folded addresses, prepared as in Winnow's list. */
async function joinScript(
  context: BenchContext,
  database: string,
): Promise<{ list: string; script: string }> {
  const list = join(context.work, "look-up-list.db");
  const prepare = `${importScript(workloadOf(context.cache, ROWS))}
CREATE TABLE addresses AS SELECT DISTINCT lower(email) AS address FROM list WHERE email LIKE '_%@_%';
PRAGMA journal_mode = DELETE;`;
  rmSync(list, { force: true });
  await runCommand("sqlite3", [list], { script: prepare });
  const script = `ATTACH '${database}' AS earlier;
CREATE TEMP TABLE known AS SELECT addresses.rowid AS address, verdict, flags, at
  FROM addresses JOIN earlier.archive ON archive.address = addresses.address;
SELECT count(*) FROM known;
`;
  return { list, script };
}
