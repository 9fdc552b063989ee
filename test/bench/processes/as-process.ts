import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";

/** How often the main thread is looked at, in milliseconds. */
const LOOK = 1;

/** What every measured process prints, as one line of JSON. */
export interface Measured {
  readonly milliseconds: number;
  readonly gapMilliseconds: number;
  /** Peak resident memory of this process with its threads. */
  readonly peakMegabytes: number;
  /** Whatever else was found out. */
  readonly found: unknown;
}

/** Measures one piece of work from here to its end, and the longest gap of the main thread meanwhile. */
export async function timed<T>(
  work: () => Promise<T>,
): Promise<{ measured: Omit<Measured, "found">; value: T }> {
  const delay = monitorEventLoopDelay({ resolution: LOOK });
  delay.enable();
  // The first look only starts the watch.
  await pause(20);
  delay.reset();
  const began = performance.now();
  const value = await work();
  const milliseconds = performance.now() - began;
  await pause(5);
  delay.disable();
  const gapMilliseconds = Math.max(0, delay.max / 1e6 - LOOK);
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  return { measured: { milliseconds, gapMilliseconds, peakMegabytes }, value };
}

/** The whole of a measured process: its input is the last argument, as JSON; it ends when `work` has. */
export async function asProcess<T>(
  schema: z.ZodType<T>,
  work: (input: T) => Promise<Measured>,
): Promise<void> {
  const measured = await work(schema.parse(JSON.parse(process.argv.at(-1) ?? "null")));
  process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));
}
