import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { suiteFolder } from "./folders.ts";
import { quickSandbox } from "./quick-sandbox.ts";
import { runWinnow } from "./run-winnow.ts";
import { type RunOptions, spawnWinnow, startWinnow } from "./winnow.ts";

/** A data folder and an account at a sandbox, for the command line. */
export interface CliWorld {
  readonly label: string;
  readonly folder: string;
  readonly dataDir: string;
  readonly out: string;
  readonly env: Record<string, string>;
  run(...args: string[]): ReturnType<typeof runWinnow>;
  runOk(...args: string[]): ReturnType<typeof runWinnow>;
  /** Runs a command and expects the exit code `code`, with `words` on standard error. */
  expectFailure(code: number, words: string, ...args: string[]): ReturnType<typeof runWinnow>;
  runWith(options: RunOptions, ...args: string[]): ReturnType<typeof runWinnow>;
  /** Runs a command in a separate process. */
  spawn(options: RunOptions, ...args: string[]): ReturnType<typeof spawnWinnow>;
  start(...args: string[]): ReturnType<typeof startWinnow>;
  list(name: string, addresses: readonly string[]): string;
  /** Returns the credits charged for each address, by the service's records. */
  charges(): number[];
  /** Counts the account's requests for an operation, or all without one, by the service's records. */
  requestCount(operation?: string): number;
}

/** Starts a sandbox for the tests of a file. `world` creates accounts and data folders, removed after the tests. */
export async function createCliWorlds(name: string) {
  const sandbox = await quickSandbox();
  const top = suiteFolder();
  let worlds = 0;

  function world({ credits = 100, env: more = {} }: { credits?: number; env?: Record<string, string> } = {}) {
    const label = `${name}-${++worlds}`;
    const { key } = sandbox.createAccount({ label, credits });
    const folder = mkdtempSync(join(top, `${worlds}-`));
    const dataDir = join(folder, "data");
    const env = { WINNOW_DATA_DIR: dataDir, WINNOW_BASE_URL: sandbox.baseUrl, WINNOW_API_KEY: key, ...more };
    const made: CliWorld = {
      label,
      folder,
      dataDir,
      out: join(folder, "out.csv"),
      env,
      run: (...args) => runWinnow(args, { env }),
      async runOk(...args) {
        const ran = await made.run(...args);
        expect(ran.code, ran.stderr).toBe(0);
        return ran;
      },
      async expectFailure(code, words, ...args) {
        const ran = await made.run(...args);
        expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(words)]);
        return ran;
      },
      runWith: (options, ...args) => runWinnow(args, { ...options, env: { ...env, ...options.env } }),
      spawn: (options, ...args) => spawnWinnow(args, { ...options, env: { ...env, ...options.env } }),
      start: (...args) => startWinnow(args, { env }),
      list(file, addresses) {
        const path = join(folder, file);
        writeFileSync(path, `Email\n${addresses.join("\n")}\n`);
        return path;
      },
      charges: () => [...sandbox.charges(label).values()],
      requestCount: (operation) =>
        sandbox.requests.filter(
          (one) => one.account === label && (operation === undefined || one.operation === operation),
        ).length,
    };
    return made;
  }

  return { sandbox, world };
}
