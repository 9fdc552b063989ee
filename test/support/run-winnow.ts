import { Readable, Writable } from "node:stream";
import { runCli } from "../../electron/hosts/cli/cli.ts";
import { inProject, programFiles } from "../../electron/hosts/program-files.ts";
import { workers } from "./built-workers.ts";
import { fastClock } from "./fast-clock.ts";
import type { ProcessResult } from "./processes.ts";
import { environment, type RunOptions } from "./winnow.ts";

/** Speed of the clock: a backoff of one second takes 25 ms. */
const FACTOR = 40;

/** Runs the command line in this process, without an account in its environment. */
export async function runWinnow(args: readonly string[], options: RunOptions = {}): Promise<ProcessResult> {
  if (options.env?.WINNOW_FAULT_POINT !== undefined) throw new Error("it would kill the tests: spawnWinnow");
  const controller = new AbortController();
  const said = { stdout: "", stderr: "" };
  const stdout = collectingStream((text) => {
    said.stdout += text;
  });
  const stderr = collectingStream((text) => {
    said.stderr += text;
    options.onStderr?.(text, () => controller.abort());
  });
  const stdin = Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)]);
  const isTTY = options.consoleWithoutInput === true;
  const code = await runCli(args, {
    stdin: Object.assign(stdin, { isTTY }),
    stdout,
    stderr: Object.assign(stderr, { isTTY }),
    env: { ...environment(options), ...(isTTY ? { TERM: "dumb" } : {}) },
    canRead: !isTTY,
    interruption: { signal: controller.signal, begin() {}, setExitCode() {}, release() {} },
    clock: fastClock(FACTOR),
    files: { ...programFiles(), workers, sandboxWorker: inProject("out/main/sandbox.js") },
  });
  return { code, signal: null, ...said };
}

function collectingStream(take: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      take(chunk.toString());
      done();
    },
  });
}
