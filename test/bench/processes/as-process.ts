import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";

/** Resolution of the event loop monitor in ms. */
const resolution = 1;

/** The JSON line that every measured process prints. */
export interface Measured {
  readonly milliseconds: number;
  readonly gapMilliseconds: number;
  /** Peak resident memory of this process, including its threads. */
  readonly peakMegabytes: number;
  readonly found: unknown;
}

/** Measures the time of `work` and the longest block of the main thread. */
export async function timed<T>(
  work: () => Promise<T>,
): Promise<{ measured: Omit<Measured, "found">; value: T }> {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  // The monitor only starts with its first sample.
  await pause(20);
  delay.reset();
  const began = performance.now();
  const value = await work();
  const milliseconds = performance.now() - began;
  await pause(5);
  delay.disable();
  const gapMilliseconds = Math.max(0, delay.max / 1e6 - resolution);
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  return { measured: { milliseconds, gapMilliseconds, peakMegabytes }, value };
}

/** Runs a measured process: parses the last argument as JSON, runs `work`, prints its result and exits. */
export async function asProcess<T>(
  schema: z.ZodType<T>,
  work: (input: T) => Promise<Measured>,
): Promise<void> {
  const measured = await work(schema.parse(JSON.parse(process.argv.at(-1) ?? "null")));
  process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));
}
