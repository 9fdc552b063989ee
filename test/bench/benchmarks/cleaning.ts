import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { sizeOf } from "../../../electron/engine/store/index.ts";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { type Contestant, runAlternately } from "../measure.ts";
import { atMost, type Line } from "../report/line.ts";
import { absoluteLine, ratioLine } from "../report/lines.ts";
import { runCommand, runMeasured } from "../run-process.ts";
import { type RunningSandbox, startSandbox } from "../sandbox.ts";
import { type Workload, workloadOf } from "../workload/workload.ts";

const TASK = "clean 500,000 rows against the sandbox at full speed";
const PART_BYTES = 10_000_000 - 1024;

/** A complete cleaning, compared with the same transfers made by curl. */
export const cleaningBenchmark: Benchmark = {
  name: "cleaning",
  async run(context) {
    const workload = workloadOf(context.cache, ROWS);
    const contestants = [winnow(context, workload)];
    if (context.peers.curl !== null) contestants.push(curl(context, workload));
    const [own, peer] = await runAlternately(contestants, context.runs);
    return [
      ratioLine(TASK, "the bare transfers with curl", own, peer, atMost(3)),
      absoluteLine(TASK, "peak memory", own?.peakMegabytes, "MB", null),
      absoluteLine(TASK, "longest gap on the main thread", own?.gapMilliseconds, "ms", atMost(16)),
      ...(context.quick ? [] : await large(context)),
    ];
  },
};

const MANY = ROWS * 4;
const LARGE = "clean 2,000,000 rows in 7 parts, into a file";

/** Measures memory and disk usage of a long list. Runs once, as neither depends on the machine's load. */
async function large(context: BenchContext): Promise<Line[]> {
  const workload = workloadOf(context.cache, MANY);
  const measured = await winnow(context, workload).run();
  const kept = (await sizeOf(join(context.work, "cleaned"))) / statSync(workload.list).size;
  return [
    absoluteLine(LARGE, "time", measured.milliseconds, "ms", null),
    absoluteLine(LARGE, "peak memory", measured.peakMegabytes, "MB", atMost(500)),
    absoluteLine(LARGE, "the data folder, by the size of the file", kept, "×", atMost(1.5)),
  ];
}

async function withSandbox<T>(work: (sandbox: RunningSandbox) => Promise<T>): Promise<T> {
  const sandbox = await startSandbox();
  try {
    return await work(sandbox);
  } finally {
    await sandbox.stop();
  }
}

function winnow({ work, workers }: BenchContext, { list }: Workload): Contestant {
  return {
    name: "Winnow",
    run: () =>
      withSandbox(({ baseUrl, apiKey }) => {
        const dataDir = join(work, "cleaned");
        rmSync(dataDir, { recursive: true, force: true });
        const out = join(work, "cleaned.csv");
        return runMeasured("cleaning", { dataDir, list, out, baseUrl, apiKey, workers });
      }),
  };
}

/** Uploads are prepared outside the measured time, and downloads are only stored. */
function curl({ work }: BenchContext, workload: Workload): Contestant {
  const folder = join(work, "transfers");
  return {
    name: "curl",
    run: () =>
      withSandbox(async (sandbox) => {
        const parts = uploads(folder, workload);
        const began = performance.now();
        for (const part of parts) await transfer(sandbox, part);
        return { milliseconds: performance.now() - began, peakMegabytes: 0, gapMilliseconds: null };
      }),
  };
}

/** Returns files with the workload's distinct addresses, of the service's maximum size. */
function uploads(folder: string, { results }: Workload): string[] {
  if (!existsSync(folder)) {
    mkdirSync(folder);
    const addresses = readFileSync(results, "latin1").split("\n").slice(1);
    let text = "email\n";
    const close = () => {
      writeFileSync(join(folder, `${readdirSync(folder).length}.csv`), text);
      text = "email\n";
    };
    for (const line of addresses) {
      if (line !== "") text += `${line.slice(0, line.indexOf(","))}\n`;
      if (text.length > PART_BYTES) close();
    }
    close();
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith(".csv"))
    .map((name) => join(folder, name));
}

const job = z.object({ job_id: z.string() });
const status = z.object({ status: z.string() });

async function transfer({ baseUrl, apiKey }: RunningSandbox, part: string): Promise<void> {
  const ask = async (...args: string[]) => (await runCommand("curl", ["-sS", "--fail", ...args])).stdout;
  const bulk = `${baseUrl}/v1/bulk?apikey=${apiKey}`;
  const { job_id: id } = job.parse(JSON.parse(await ask("-F", `local_file=@${part}`, bulk)));
  const until = async (wanted: string) => {
    for (;;) {
      const now = status.parse(JSON.parse(await ask(`${bulk}&job_id=${id}`)));
      if (now.status === wanted) return;
      await pause(10);
    }
  };
  await until("ready");
  const start = ["-X", "PATCH", "-H", "Content-Type: application/json", "-d", '{"action":"start"}'];
  await ask(...start, `${bulk}&job_id=${id}`);
  await until("completed");
  await ask("-X", "POST", "-o", `${part}.results`, `${baseUrl}/v1/download?apikey=${apiKey}&jobId=${id}`);
}
