import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { suiteFolder } from "../../support/folders.ts";
import { collectOutput } from "../../support/processes.ts";
import { root } from "../../support/winnow.ts";

/** A user id without an entry in the system's user database. */
const NOBODY = 54_321;
const folder = suiteFolder();
let file: string;

beforeAll(() => {
  chmodSync(folder, 0o777);
  file = join(folder, "lïst – ñ.csv");
  writeFileSync(file, "Email\nann@acme.example\n");
  copyProgram();
});

/** Copies Node and the built command line into `folder`, because another user may not be able to enter the checkout. */
function copyProgram(): void {
  copyFileSync(process.execPath, join(folder, "node"));
  for (const part of ["package.json", "out/main", "node_modules/better-sqlite3"])
    cpSync(join(root, part), join(folder, "program", part), {
      recursive: true,
      filter: (path) => !path.endsWith("better-sqlite3/deps"),
    });
}

function run(args: readonly string[], env: Record<string, string>, uid?: number) {
  const child = spawn(join(folder, "node"), [join(folder, "program/out/main/cli.js"), ...args], {
    cwd: folder,
    env,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  return collectOutput(child).ended;
}

describe("an empty environment", () => {
  it("is enough to read and name a list with a non-ASCII name, without a locale", async () => {
    const ran = await run(["preview", file, "--json"], {
      WINNOW_DATA_DIR: join(folder, "plain"),
      LC_ALL: "C",
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ name: "lïst – ñ.csv" });
  });

  it.each([["--version"], ["--help"]])("is enough for %s", async (flag) => {
    expect(await run([flag], {})).toMatchObject({ code: 0, stderr: "" });
  });
});

// Only root can run a process as another user.
describe.runIf(process.getuid?.() === 0)("a user without a home", () => {
  it("gets a message that a data folder is needed, also in JSON", async () => {
    const ran = await run(["lists", "--json"], {}, NOBODY);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toMatch(/WINNOW_DATA_DIR is not set/);
    expect(ran.stderr).not.toMatch(/internal error|\n\s+at /);
    expect(JSON.parse(ran.stdout)).toMatchObject({ problem: { code: "environment_invalid" } });
  });

  it("needs no home when the data folder is given", async () => {
    const dataDir = join(folder, "named");
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    const ran = await run(["preview", file], { WINNOW_DATA_DIR: join(dataDir, "own") }, NOBODY);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(/Different addresses +1/);
  });
});
