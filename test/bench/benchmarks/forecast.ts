import { score } from "../../unit/forecast/scores.ts";
import type { Benchmark } from "../bench-context.ts";
import { CLEANING, LIST } from "../engine.ts";
import { median } from "../measure.ts";
import { reviewedCleaning } from "../prepared.ts";
import { atLeast, atMost } from "../report/line.ts";
import { absoluteLine } from "../report/lines.ts";
import { runMeasured } from "../run-process.ts";

const WORLDS = 200;

/** Accuracy and speed of the bounce forecast: docs/forecast.md. */
export const forecastBenchmark: Benchmark = {
  name: "forecast",
  async run(context) {
    const seeds = Array.from({ length: context.quick ? WORLDS / 4 : WORLDS }, (_, at) => at + 1);
    const { covered, coveredGroups, loss, kept } = score(seeds);
    const layout = await reviewedCleaning(context);
    const input = {
      ...{ worker: context.workers.reader, dataDir: layout.dataDir },
      ...{ listId: LIST, cleaningId: CLEANING },
    };
    const runs: number[] = [];
    const gaps: number[] = [];
    for (let run = 0; run < context.runs; run++) {
      const { milliseconds, gapMilliseconds } = await runMeasured("forecast", input);
      runs.push(milliseconds);
      gaps.push(gapMilliseconds);
    }
    const worlds = `forecast ${seeds.length} worlds of 2,000 domains (seeds 1 to ${seeds.length})`;
    const half = "forecast 500,000 rows, with a budget";
    return [
      absoluteLine(worlds, "truth within the 90 % interval", 100 * covered, "%", atLeast(87)),
      absoluteLine(worlds, "the same by verdict and mail host", 100 * coveredGroups, "%", atLeast(87)),
      absoluteLine(worlds, "log loss against one rate a verdict", loss.model / loss.pooled, "×", atMost(1)),
      absoluteLine(worlds, "log loss against each domain's own rate", loss.model / loss.raw, "×", atMost(1)),
      absoluteLine(
        worlds,
        "kept at equal bounces, against one rate",
        kept.model / kept.pooled,
        "×",
        atLeast(1),
      ),
      absoluteLine(
        worlds,
        "kept at equal bounces, against raw rates",
        kept.model / kept.raw,
        "×",
        atLeast(1),
      ),
      absoluteLine(half, "time", median(runs), "ms", atMost(1000)),
      absoluteLine(half, "longest gap on the main thread", median(gaps), "ms", atMost(16)),
    ];
  },
};
