import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, createReadStream, openSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Sample } from "./measure.ts";

const measuredSchema = z.object({
  milliseconds: z.number(),
  gapMilliseconds: z.number(),
  peakMegabytes: z.number(),
  found: z.unknown(),
});
export type MeasuredRun = z.infer<typeof measuredSchema>;

/** Runs `processes/<name>.ts` in a new Node process, which measures itself. */
export async function runMeasured(name: string, input: unknown): Promise<MeasuredRun> {
  const script = fileURLToPath(new URL(`./processes/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(input)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { stdout } = await ended(child, name);
  return measuredSchema.parse(JSON.parse(stdout));
}

export interface CommandOptions {
  readonly into?: string;
  readonly script?: string;
  /** Replaces this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs another program and measures its time from start to end, and its peak memory. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { into, script, env = process.env }: CommandOptions = {},
): Promise<Sample & { stdout: string }> {
  const out = into === undefined ? "pipe" : openSync(into, "w");
  const began = performance.now();
  const child = spawn(command, args, { stdio: ["pipe", out, "pipe"], env });
  if (typeof out === "number") closeSync(out);
  child.stdin?.end(script ?? "");
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, residentPeak(child.pid));
  }, 10);
  try {
    const { stdout } = await ended(child, command);
    const milliseconds = performance.now() - began;
    return { milliseconds, peakMegabytes: peak, gapMilliseconds: null, stdout };
  } finally {
    clearInterval(look);
  }
}

/** Returns the peak resident memory of a process in megabytes, or 0 if it has ended. */
function residentPeak(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid ?? 0}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function ended(child: ChildProcess, name: string): Promise<{ stdout: string }> {
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve({ stdout });
      else reject(new Error(`${name} ended with ${code}: ${stderr.slice(-2000)}`));
    });
  });
}

/** Reads a file once, so that every contestant finds it in the page cache. */
export async function warmUp(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: 4 * 1024 * 1024 }));
}
