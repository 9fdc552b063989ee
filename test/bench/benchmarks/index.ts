import type { Benchmark } from "../bench-context.ts";
import { cleaningBenchmark } from "./cleaning.ts";
import { commandLineBenchmark } from "./command-line.ts";
import { exportBenchmark } from "./export.ts";
import { forecastBenchmark } from "./forecast.ts";
import { hugeBenchmark } from "./huge.ts";
import { importBenchmark } from "./import.ts";
import { ingestBenchmark } from "./ingest.ts";
import { lookUpBenchmark } from "./look-up.ts";
import { pageBenchmark } from "./page.ts";
import { recordsBenchmark } from "./records.ts";
import { reviewBenchmark } from "./review.ts";
import { teamBenchmark } from "./team.ts";

export const benchmarks: readonly Benchmark[] = [
  importBenchmark,
  recordsBenchmark,
  ingestBenchmark,
  exportBenchmark,
  reviewBenchmark,
  lookUpBenchmark,
  forecastBenchmark,
  cleaningBenchmark,
  teamBenchmark,
  commandLineBenchmark,
  pageBenchmark,
  hugeBenchmark,
];
