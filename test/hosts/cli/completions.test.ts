import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { candidates } from "../../../electron/hosts/cli/program/completions.ts";
import { commandsOf, manualPage, optionsOf } from "../../../electron/hosts/cli/program/manual-page.ts";
import { program } from "../../../electron/hosts/cli/program/program.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { PROGRAM, root } from "../../support/winnow.ts";

const winnow = program({ run: async () => {}, print: async () => {}, sandbox: async () => {} });
const offered = (line: string) => candidates(winnow, line).split("\n").slice(0, -1);

describe("completions", () => {
  it.each<[string, string[]]>([
    ["winnow cl", ["clean"]],
    ["winnow account re", ["replace-key", "remove"]],
    ["winnow account add --ba", ["--base-url"]],
    ["winnow clean x.csv --dry", ["--dry-run"]],
    ["winnow lists --progress j", ["jsonl"]],
    ["winnow completions z", ["zsh"]],
    // Names of files are the shell's; what a value is, is anybody's guess.
    ["winnow clean a", []],
    ["winnow clean --account ", []],
    // A word that happens to be called as a command is no command.
    ["winnow clean lists --dry", ["--dry-run"]],
  ])("offer for '%s' %j", (line, words) => expect(offered(line)).toEqual(words));

  it.each(["bash", "zsh", "fish", "powershell"])("are there for %s", async (shell) => {
    const ran = await runWinnow(["completions", shell]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("winnow complete");
  });

  it("are not there for what is no shell, in words", async () => {
    const ran = await runWinnow(["completions", "tcsh"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("bash, zsh, fish, powershell");
  });

  it("are what a shell hears that asks by the line", () => {
    const ran = spawnSync(process.execPath, [PROGRAM, "complete", "winnow", "--ba", "add"], {
      env: { ...process.env, COMP_LINE: "winnow account add --ba" },
      encoding: "utf8",
    });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "--base-url\n", ""]);
  });
});

describe("the manual page", () => {
  it("has every command, option and exit code", () => {
    const text = manualPage(winnow, "0").replaceAll("\\-", "-");
    for (const command of commandsOf(winnow)) {
      expect(text).toMatch(new RegExp(`^\\.SS "winnow .*${command.name()}`, "m"));
      for (const { long } of optionsOf(command)) expect(text).toContain(long);
    }
    expect(text).toContain("another Winnow uses the data folder");
  });

  it("is what the build leaves", async () => {
    expect(readFileSync(join(root, "out/main/winnow.1"), "utf8")).toBe((await runWinnow(["manual"])).stdout);
  });
});
