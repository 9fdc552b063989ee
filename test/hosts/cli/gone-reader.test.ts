import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { type CliWorld, cliWorlds } from "../../support/cli-world.ts";
import { PROGRAM } from "../../support/winnow.ts";

const { world } = await cliWorlds("gone-reader");
const ALL = ["--keep", "deliverable,undeliverable,accept_all,unknown"];
const ADDRESSES = ["ann@acme.example", "bob@acme.example"];
/** Kept in the list beside each address, so that few addresses do not fit into a pipe. */
const NOTE = "n".repeat(20_000);
const ROWS = 12;

/** Runs `script` in a shell, where `winnow` is the command line; answers what it says on standard error. */
async function inShell({ env, folder }: CliWorld, script: string, ...args: string[]): Promise<string> {
  const winnow = `winnow() { "${process.execPath}" "${PROGRAM}" "$@"; }\n`;
  const child = spawn("sh", ["-c", winnow + script, "sh", ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return text(child.stderr);
}

/** The command with a standard output whose reader is gone before it begins; answers its code and what it says. */
async function withoutReader(at: CliWorld, ...args: string[]): Promise<{ code: number; said: string }> {
  const gone = 'trap "" PIPE; while echo; do :; done 2>/dev/null; trap - PIPE';
  const said = await inShell(at, `{ ${gone}; winnow "$@"; echo "ended with $?" >&2; } | true`, ...args);
  return { code: Number(/ended with (\d+)\n$/.exec(said)?.[1] ?? -1), said };
}

/** A list that is longer than a pipe takes. */
function longList({ folder }: CliWorld): string {
  const path = join(folder, "long.csv");
  const rows = Array.from({ length: ROWS }, (_, nth) => `person${nth}@acme.example,${NOTE}\n`);
  writeFileSync(path, `Email,Note\n${rows.join("")}`);
  return path;
}

// Windows has neither such pipes nor this shell.
describe.runIf(process.platform !== "win32")("a command whose output nobody reads", () => {
  it("runs to its end: every address is checked and the file is written", async () => {
    const at = world();
    const checked = await withoutReader(at, "check", ...ADDRESSES);
    expect(checked.code, checked.said).toBe(0);
    expect(at.charges()).toEqual([1, 1]);
    const list = at.list("list.csv", ["cat@acme.example"]);
    const cleaned = await withoutReader(at, "clean", list, "--out", at.out, "--yes", "--json", ...ALL);
    expect(cleaned.code, cleaned.said).toBe(0);
    expect(readFileSync(at.out, "utf8")).toBe(readFileSync(list, "utf8"));
  });
});

describe.runIf(process.platform !== "win32")("a cleaned list whose reader stops before the end", () => {
  it("fails when it goes to a named pipe, and can be exported again", async () => {
    const at = world();
    const list = longList(at);
    const pipe = join(at.folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const said = await inShell(
      at,
      '(head -c 100 "$2" >/dev/null) & winnow clean "$1" --out "$2" --yes --keep "$3"; echo "ended with $?" >&2; wait',
      ...[list, pipe, ALL[1] ?? ""],
    );
    expect(said).toContain("ended with 2");
    expect(said).toContain("the program reading there stopped before the end");
    expect(said).toContain("winnow export");
    expect(said).not.toMatch(/rows? written/);
    const script =
      'cat "$1" >whole & winnow export long.csv --out "$1" --keep "$2"; echo "ended with $?" >&2; wait';
    const again = await inShell(at, script, pipe, ALL[1] ?? "");
    expect(again).toContain(`${ROWS} rows written`);
    expect(readFileSync(join(at.folder, "whole"), "utf8")).toBe(readFileSync(list, "utf8"));
    expect(at.charges()).toHaveLength(ROWS);
  });
});

describe.runIf(existsSync("/dev/full"))("a full device as standard output", () => {
  it("neither ends the command early nor hides its outcome", async () => {
    const at = world({ credits: 2 });
    const script = 'winnow "$@" >/dev/full; echo "ended with $?" >&2';
    const checked = await inShell(at, script, "check", ...ADDRESSES);
    expect(checked).toContain("ended with 2");
    expect(checked.match(/cannot be written/g)).toHaveLength(1);
    expect(at.charges()).toEqual([1, 1]);
    const list = at.list("list.csv", ["cat@acme.example"]);
    const refused = await inShell(at, script, "clean", list, "--out", at.out, "--yes", "--json", "--quiet");
    expect(refused).toContain("ended with 4");
  });
});
