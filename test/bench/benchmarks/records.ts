import { type Benchmark, ROWS } from "../bench-context.ts";
import { type Contestant, runAlternately } from "../measure.ts";
import { atMost } from "../report/line.ts";
import { ratioLine } from "../report/lines.ts";
import { runMeasured, warmUp } from "../run-process.ts";
import { workloadOf } from "../workload/workload.ts";

const TASK = "find 500,000 records and their addresses";

export const recordsBenchmark: Benchmark = {
  name: "records",
  async run({ cache, runs }) {
    const { list: path } = workloadOf(cache, ROWS);
    await warmUp(path);
    const seen = new Set<string>();
    const contestant = (reader: string): Contestant => ({
      name: reader,
      async run() {
        const measured = await runMeasured("find-records", { path, reader });
        seen.add(JSON.stringify(measured.found));
        return measured;
      },
    });
    const [own, papaparse] = await runAlternately(["winnow", "papaparse"].map(contestant), runs);
    if (seen.size !== 1) throw new Error(`the readers disagree: ${[...seen].join(" ")}`);
    return [ratioLine(TASK, "papaparse, streaming", own, papaparse, atMost(0.5))];
  },
};
