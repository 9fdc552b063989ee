import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { BenchContext, Benchmark } from "../bench-context.ts";
import { atMost, type Line } from "../report/line.ts";
import { absoluteLine } from "../report/lines.ts";
import { runMeasured } from "../run-process.ts";
import { startSandbox } from "../sandbox.ts";
import { rowAddress } from "../workload/rows.ts";
import { workloadList } from "../workload/workload.ts";

/** As many rows as a list may have, and a quarter: the time must be in proportion. */
const ROWS = 20_000_000;
const FEWER_ROWS = 5_000_000;
const TASK = `${ROWS.toLocaleString("en")} rows`;
const MEGABYTE = 1024 * 1024;
/** Steps that write or read every row; the others depend on what they find. */
const LINEAR = ["read", "price", "clean", "export", "back up", "erase"];

const foundSchema = z.object({
  rows: z.int(),
  baseMegabytes: z.number(),
  steps: z.array(z.object({ step: z.string(), milliseconds: z.number(), peakMegabytes: z.number() })),
});
type Found = z.infer<typeof foundSchema>;

/** Does everything once with the longest list that Winnow takes, and with a quarter of it. */
export const hugeBenchmark: Benchmark = {
  name: "huge",
  isApart: true,
  async run(context) {
    const fewer = await everything(context, FEWER_ROWS);
    const most = await everything(context, ROWS);
    const read = findStep(most, "read");
    const perRow = ((read.peakMegabytes - most.baseMegabytes) * MEGABYTE) / most.rows;
    return [
      absoluteLine(TASK, "memory of a row while reading", perRow, "B", atMost(60)),
      ...most.steps.flatMap(({ step, milliseconds, peakMegabytes }): Line[] => [
        absoluteLine(`${TASK}: ${step}`, "time", milliseconds, "ms", null),
        absoluteLine(`${TASK}: ${step}`, "peak memory until then", peakMegabytes, "MB", null),
      ]),
      ...LINEAR.map((step) => {
        const growth = findStep(most, step).milliseconds / findStep(fewer, step).milliseconds;
        const task = `${TASK}: ${step}`;
        return absoluteLine(task, "time, by that of a quarter of the rows", growth, "×", atMost(5));
      }),
    ];
  },
};

async function everything({ cache, work, workers }: BenchContext, rows: number): Promise<Found> {
  const list = workloadList(cache, rows);
  const dataDir = join(work, "huge");
  const person = Array.from({ length: 100 }, (_, row) => rowAddress(row)).find(
    ({ kind }) => kind === "first",
  );
  const sandbox = await startSandbox();
  try {
    const { baseUrl, apiKey } = sandbox;
    const out = join(work, "huge.csv");
    const input = { dataDir, list, out, baseUrl, apiKey, workers, person: person?.text };
    return foundSchema.parse((await runMeasured("huge", input)).found);
  } finally {
    await sandbox.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function findStep({ steps }: Found, name: string): Found["steps"][number] {
  const found = steps.find(({ step }) => step === name);
  if (found === undefined) throw new Error(`there is no step ${name}`);
  return found;
}
