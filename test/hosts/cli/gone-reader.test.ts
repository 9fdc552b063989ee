import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";
import { PROGRAM } from "../../support/winnow.ts";

const { world } = await createCliWorlds("gone-reader");
const ALL = ["--keep", "deliverable,undeliverable,accept_all,unknown"];
const ADDRESSES = ["ann@acme.example", "bob@acme.example"];

/** Runs `script` in a shell where `winnow` is the command line. Returns its standard error. */
async function inShell({ env, folder }: CliWorld, script: string, ...args: string[]): Promise<string> {
  const winnow = `winnow() { "${process.execPath}" "${PROGRAM}" "$@"; }\n`;
  const child = spawn("sh", ["-c", winnow + script, "sh", ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return text(child.stderr);
}

/** Runs the command with a standard output whose reader is already gone. Returns its exit code and standard error. */
async function runWithClosedOutput(at: CliWorld, ...args: string[]): Promise<{ code: number; said: string }> {
  const gone = 'trap "" PIPE; while echo; do :; done 2>/dev/null; trap - PIPE';
  const said = await inShell(at, `{ ${gone}; winnow "$@"; echo "ended with $?" >&2; } | true`, ...args);
  return { code: Number(/ended with (\d+)\n$/.exec(said)?.[1] ?? -1), said };
}

// Windows has neither such pipes nor this shell.
describe.runIf(process.platform !== "win32")("a command whose output has no reader", () => {
  it("runs to its end, checks every address and writes the file", async () => {
    const at = world();
    const checked = await runWithClosedOutput(at, "check", ...ADDRESSES);
    expect(checked.code, checked.said).toBe(0);
    expect(at.charges()).toEqual([1, 1]);
    const list = at.list("list.csv", ["cat@acme.example"]);
    const cleaned = await runWithClosedOutput(at, "clean", list, "--out", at.out, "--yes", "--json", ...ALL);
    expect(cleaned.code, cleaned.said).toBe(0);
    expect(readFileSync(at.out, "utf8")).toBe(readFileSync(list, "utf8"));
  });
});
