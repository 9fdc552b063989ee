import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../support/winnow.ts";

let folder: string;
let started: ChildProcess | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-npm-start-"));
});
afterEach(() => {
  started?.kill("SIGKILL");
  started = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a shell script in place of a program and returns its path. */
function fakeProgram(script: string, name = "electron"): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** Writes a program that runs `text` on Node and returns its path. */
function fakeNodeProgram(text: string): string {
  writeFileSync(join(folder, "program.mjs"), text);
  return fakeProgram(`exec "${process.execPath}" "${join(folder, "program.mjs")}"`);
}

const script = (name: string) => JSON.stringify(join(root, "scripts", `${name}.mjs`));

/** Returns Node's arguments to open Winnow with `program` as Electron and a browser host that prints its arguments. */
function opening(
  program: string,
  { startMs = "Infinity", args = [] as string[], after = "" } = {},
): string[] {
  const host = ["--eval", "console.log('browser:', ...process.argv.slice(1))", "--"];
  const text = `
    import { openDesktop, openWinnow, readArguments } from ${script("open-winnow")};
    const desktop = (given) =>
      openDesktop({ ...given, program: ${JSON.stringify(program)}, startMs: ${startMs} });
    const opened = openWinnow(readArguments(${JSON.stringify(args)}), ${JSON.stringify(host)}, desktop);
    ${after}
    process.exitCode = await opened;`;
  return ["--input-type=module", "--eval", text];
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}
/** Starts a program; `onOutput` gets each piece of its output. */
function start(
  program: string,
  args: readonly string[],
  { env = {}, onOutput }: { env?: NodeJS.ProcessEnv; onOutput?: (text: string, child: ChildProcess) => void },
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: undefined, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      onOutput?.(text, child);
    });
  }
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

const open = (...given: Parameters<typeof opening>) => start(process.execPath, opening(...given), {});

// The fake programs are shell scripts, and Windows has no signals to send.
describe.runIf(process.platform !== "win32")("npm start, when Electron ends", () => {
  it.each([
    ["kill -TRAP $$", "Electron was ended by SIGTRAP"],
    ["kill -ABRT $$", "Electron was ended by SIGABRT"],
    ["kill -SEGV $$", "Electron was ended by SIGSEGV"],
    ["exit 127", "a system library that Electron needs is missing"],
    ["exit 1", "Electron could not start"],
  ])("opens the browser version if it could not start: %s", async (script, why) => {
    const { code, output } = await open(fakeProgram(`ulimit -c 0; echo reason; ${script}`));
    expect(output).toBe(`reason\nOpening in the browser: ${why}; its output is above.\nbrowser: --sandbox\n`);
    expect(code).toBe(0);
  });

  it("opens the browser version if the program cannot be run", async () => {
    const { output } = await open(join(folder, "missing"));
    expect(output).toMatch(/the Electron runtime could not be run \(.*ENOENT\)\.\nbrowser: --sandbox\n$/);
  });

  it.each([
    ["exit 0", 0],
    ["exit 3", 3],
    ["kill -TERM $$", 143],
  ])("ends with it if its end was no failed start: %s", async (script, expected) => {
    expect(await open(fakeProgram(script))).toEqual({ code: expected, output: "" });
  });

  it.each([
    ["exit 1", 1],
    ["ulimit -c 0; kill -SEGV $$", 139],
  ])("ends with it if it had started before: %s", async (script, expected) => {
    expect(await open(fakeProgram(script), { startMs: "0" })).toEqual({ code: expected, output: "" });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "never opens the browser version after %s to itself",
    async (signal) => {
      const electron = fakeNodeProgram(`
        process.on("${signal}", () => process.exit(1));
        setInterval(() => {}, 1000);
        console.log("up");`);
      const ended = await start(process.execPath, opening(electron), {
        onOutput: (text, child) => {
          if (text.includes("up")) child.kill(signal);
        },
      });
      expect(ended).toEqual({ code: 1, output: "up\n" });
    },
  );
});
