import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { z } from "zod";
import { collectOutput, type ProcessResult, type Running } from "./processes.ts";

export const root = resolve(import.meta.dirname, "../..");

export const PROGRAM = join(root, "out/main/cli.js");

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Simulates the installed Windows program, whose console never receives input. */
  readonly consoleWithoutInput?: boolean;
  /** Called with each chunk of standard error, e.g. to interrupt the command. */
  readonly onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Returns this process's environment with `options.env`, but without the account of the former. */
export function environment(options: RunOptions): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  for (const name of ["WINNOW_BASE_URL", "WINNOW_API_KEY"])
    if (options.env?.[name] === undefined) delete env[name];
  return env;
}

/** Starts the command line in a separate process, for tests of signals, pipes and kills. */
export function startWinnow(args: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: environment(options), cwd: root });
  child.stdin.end(options.input ?? "");
  return collectOutput(child, (text, stream) => {
    if (stream === "stderr") options.onStderr?.(text, (signal) => child.kill(signal));
  });
}

/** Runs {@link startWinnow} to its end. */
export function spawnWinnow(...given: Parameters<typeof startWinnow>): Promise<ProcessResult> {
  return startWinnow(...given).ended;
}

/** The report of one cleaning that `clean --json` and `resume --json` print. */
export const cleaningReportSchema = z.object({
  cleaning: z.string(),
  parts: z.array(z.object({ jobId: z.string().nullable(), status: z.string().nullable() })),
  rows: z.int(),
  unique: z.int(),
  uploaded: z.int(),
  credits: z.int(),
  results: z.record(z.enum(["deliverable", "undeliverable", "accept_all", "unknown"]), z.int()),
  skipped: z.looseObject({ duplicate: z.int(), malformed: z.int(), known: z.int() }),
  missing: z.int(),
  out: z.string().nullable(),
  written: z.int().nullable(),
});

export function reportOf(ran: ProcessResult): z.infer<typeof cleaningReportSchema> {
  return cleaningReportSchema.parse(JSON.parse(ran.stdout));
}
