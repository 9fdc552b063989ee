import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import { testFolder } from "../../support/folders.ts";
import { collectOutput, type ProcessResult } from "../../support/processes.ts";
import { root } from "../../support/winnow.ts";

const { world } = await createCliWorlds("automation");
const page = readFileSync(join(root, "docs/automation.md"), "utf8");
const examples = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, kind = "", text = ""]) => ({
  kind,
  text,
}));
const of = (kind: string) => examples.filter((one) => one.kind === kind).map(({ text }) => text);

it("every documented example is of a tested kind", async () => {
  const known = ["crontab", "ini", "make", "yaml", "sh"];
  expect(examples.map(({ kind }) => kind).filter((kind) => !known.includes(kind))).toEqual([]);
  expect(examples).toHaveLength(7);
});

// The examples are for systems that have these programs.
describe.runIf(process.platform !== "win32")("a documented example", async () => {
  let home: string;
  let env: Record<string, string>;
  const list = (name = "contacts.csv") => join(home, "lists", name);
  const cleaned = () => readFileSync(list("contacts-clean.csv"), "utf8");

  /** Creates a home folder with a list, an account in the user's own files, and `winnow` on the PATH. */
  function createHome(): void {
    home = testFolder();
    for (const folder of ["lists", "bin", ".config"]) mkdirSync(join(home, folder));
    writeFileSync(list(), "Email,Name\nann@acme.example,Ann\nbob@acme.example,Bob\n");
    const { WINNOW_BASE_URL = "", WINNOW_API_KEY = "" } = world().env;
    const account = { WINNOW_BASE_URL, WINNOW_API_KEY };
    const lines = Object.entries(account).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(home, ".winnow.env"), lines.map((line) => `export ${line}\n`).join(""));
    writeFileSync(join(home, ".config/winnow.env"), `${lines.join("\n")}\n`);
    program("winnow", `exec "${process.execPath}" "${join(root, "scripts/winnow.mjs")}" "$@"`);
    env = { HOME: home, PATH: [join(home, "bin"), "/usr/bin", "/bin"].join(delimiter), ...account };
  }
  function program(name: string, script: string): void {
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  }
  function run(command: string, given: Record<string, string> = env, cwd = home): Promise<ProcessResult> {
    const child = spawn("/bin/sh", ["-c", command], { cwd, env: given, stdio: ["ignore", "pipe", "pipe"] });
    return collectOutput(child).ended;
  }
  beforeEach(createHome);

  it("for cron runs in cron's minimal environment", async () => {
    const bare = { HOME: home, PATH: env.PATH ?? "", SHELL: "/bin/sh" };
    const lines = of("crontab").flatMap((text) => text.trimEnd().split("\n"));
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [, command = ""] = /^(?:\S+ ){5}(.*)$/.exec(line) ?? [];
      expect(command).not.toContain("%");
      const ran = await run(command, bare);
      // cron mails any output.
      expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
    }
    expect(cleaned()).toContain("Email,Name");
  });

  it("for systemd runs as the unit says", async () => {
    const [unit = "", timer = ""] = of("ini").map((text) => text.replaceAll("%h", home));
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
    const file = readFileSync(value("EnvironmentFile"), "utf8").trimEnd().split("\n");
    const given = {
      HOME: home,
      PATH: env.PATH ?? "",
      ...Object.fromEntries(file.map((line) => line.split("=", 2))),
    };
    expect(await run(value("ExecStart"), given)).toMatchObject({ code: 0, stderr: "" });
    expect(await run(value("ExecStopPost"), given)).toMatchObject({
      code: 0,
      stdout: "Nothing is under way.\n",
    });
    expect(timer).toMatch(/^OnCalendar=\S/m);
    expect(cleaned()).toContain("Email,Name");
  });

  it("for make runs once, and again only when the list is newer", async () => {
    const [text = ""] = of("make");
    writeFileSync(list("Makefile"), text);
    const first = await run("make", env, join(home, "lists"));
    expect(first.code, first.stderr).toBe(0);
    expect((await run("make", env, join(home, "lists"))).stdout).toContain("Nothing to be done");
    expect(cleaned()).toContain("Email,Name");
  });

  it("for GitHub Actions runs step by step in bash, as on its runner", async () => {
    const [text = ""] = of("yaml");
    program("npm", `echo "$@" >> "${join(home, "installed")}"`);
    const steps = [...text.matchAll(/^ +(?:- )?run: (.*)$/gm)].map(([, command = ""]) => command);
    expect(steps).toHaveLength(3);
    const data = { WINNOW_DATA_DIR: join(home, "lists/.winnow") };
    expect(text).toMatch(/WINNOW_DATA_DIR: \$\{\{ github\.workspace \}\}\/\.winnow$/m);
    for (const command of steps) {
      const ran = await run(`bash -e -o pipefail -c '${command}'`, { ...env, ...data }, join(home, "lists"));
      expect(ran.code, ran.stderr).toBe(0);
    }
    expect(readFileSync(join(home, "installed"), "utf8")).toBe("install --global ./winnow.tgz\n");
    expect(existsSync(join(home, "lists/.winnow/winnow.db"))).toBe(true);
    expect(cleaned()).toContain("Email,Name");
  });

  const shells = of("sh");

  it.each(shells)("for a shell runs: %s", async (text) => {
    writeFileSync(list("second.csv"), "Email\nbob@acme.example\ncat@acme.example\n");
    const isLoop = text.includes("for list in");
    if (isLoop) writeFileSync(list("broken.csv"), "\0\x01\x02 no list\n");
    const ran = await run(`set -u\n${text}`);
    expect(ran.code, ran.stderr).toBe(0);
    if (text.includes("/lists/clean"))
      expect(readdirSync(list("clean")).sort()).toEqual(["contacts.csv", "second.csv"]);
    if (isLoop) expect(ran.stderr).toMatch(/left out: .*broken\.csv/);
    if (text.includes("winnow status")) {
      expect(ran.stdout).toContain('"underWay":[]');
      expect(ran.stdout).toContain('"credits":100');
      expect(ran.stderr).toBe("");
    }
  });
});
