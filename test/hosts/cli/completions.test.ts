import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { described, everyCommand } from "../../../electron/hosts/cli/program/completions/described.ts";
import type { Doors } from "../../../electron/hosts/cli/program/doors.ts";
import { program } from "../../../electron/hosts/cli/program/program.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { root } from "../../support/winnow.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
const idle: Doors = {
  run: async () => {},
  refuseKey: async () => {},
  print: async () => {},
  sandbox: async () => {},
};
const commands = everyCommand(described(program(idle)));
const printed = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-completions-"));
  mkdirSync(join(folder, "a folder"));
  writeFileSync(join(folder, "a list.csv"), "");
  for (const shell of SHELLS) {
    const ran = await runWinnow(["completions", shell]);
    expect(ran, shell).toMatchObject({ code: 0, stderr: "" });
    printed.set(shell, ran.stdout);
    writeFileSync(join(folder, `winnow.${shell}`), ran.stdout);
  }
  const manual = await runWinnow(["manual"]);
  writeFileSync(join(folder, "winnow.1"), manual.stdout);
  printed.set("manual", manual.stdout);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(SHELLS)("completions for %s", (shell) => {
  it("know every command and every option of the help", () => {
    const text = printed.get(shell) ?? "";
    for (const { path, options } of commands) {
      for (const word of path) expect(text).toContain(word);
      for (const { flags } of options)
        for (const flag of flags) {
          const spelt =
            shell !== "fish" ? flag : flag.startsWith("--") ? `-l ${flag.slice(2)} ` : `-s ${flag.slice(1)} `;
          expect(text, `${path.join(" ")} ${flag}`).toContain(spelt);
        }
    }
  });
});

it("there are none for what is no shell, in words", async () => {
  const ran = await runWinnow(["completions", "tcsh"]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("bash, zsh, fish, powershell");
});

/** What bash offers for a line whose last word is being typed. */
function offered(...words: string[]): string[] {
  const script = `source "${folder}/winnow.bash"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _winnow; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ran = spawnSync("bash", ["-c", script, "bash", ...words], { cwd: folder, encoding: "utf8" });
  expect(ran.stderr).toBe("");
  return ran.stdout.split("\n").filter((line) => line !== "");
}

describe.runIf(process.platform !== "win32")("bash", () => {
  it("completes commands, those below them, options and their values", () => {
    expect(offered("winnow", "cl")).toEqual(["clean"]);
    expect(offered("winnow", "")).toEqual(
      expect.arrayContaining(["clean", "status", "account", "completions"]),
    );
    expect(offered("winnow", "account", "re")).toEqual(["replace-key", "remove"]);
    expect(offered("winnow", "account", "add", "--ba")).toEqual(["--base-url"]);
    expect(offered("winnow", "clean", "x.csv", "--dry")).toEqual(["--dry-run"]);
    expect(offered("winnow", "clean", "--read-as", "")).toEqual(["results", "list"]);
    expect(offered("winnow", "lists", "--progress", "j")).toEqual(["jsonl"]);
    expect(offered("winnow", "completions", "z")).toEqual(["zsh"]);
  });

  it("leaves names of files to the shell, and offers nothing where a value is anybody's guess", () => {
    expect(offered("winnow", "clean", "a")).toEqual([]);
    expect(offered("winnow", "clean", "--account", "")).toEqual([]);
    // A word that happens to be called as a command is no command.
    expect(offered("winnow", "clean", "lists", "--dry")).toEqual(["--dry-run"]);
  });
});

describe("the manual page", () => {
  it("has every command, option and exit code", () => {
    const text = (printed.get("manual") ?? "").replaceAll("\\-", "-");
    for (const { path, options, commands: below } of commands) {
      if (below.length > 0) continue;
      expect(text).toContain(`.SS "winnow ${path.join(" ")}`);
      for (const { flags } of options) for (const flag of flags) expect(text).toContain(flag);
    }
    expect(text).toContain("another Winnow uses the data folder");
  });

  it("is what the build leaves", () => {
    expect(readFileSync(join(root, "out/main/winnow.1"), "utf8")).toBe(printed.get("manual"));
  });
});
