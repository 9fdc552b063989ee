import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import type { Ran } from "../../support/winnow.ts";

let sandbox: Sandbox;
let folder: string;
let worlds = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  folder = mkdtempSync(join(tmpdir(), "winnow-disk-"));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function world() {
  const label = `disk-${++worlds}`;
  const { key } = sandbox.createAccount({ label, credits: 100 });
  const dataDir = join(folder, label);
  const file = join(folder, `${label}-list.csv`);
  writeFileSync(file, `Email\n${Array.from({ length: 20 }, (_, i) => `person${i}@acme.example\n`).join("")}`);
  const env = { WINNOW_DATA_DIR: dataDir, WINNOW_BASE_URL: sandbox.baseUrl, WINNOW_API_KEY: key };
  const out = join(folder, `${label}.csv`);
  const archive = join(dataDir, "archive.db");
  return {
    label,
    dataDir,
    env,
    out,
    clean: ["clean", file, "--out", out, "--yes"],
    spent: () => 100 - sandbox.account(label).credits,
    /** From here on what was verified cannot be kept. */
    break() {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      if (existsSync(archive)) renameSync(archive, `${archive}.kept`);
      for (const end of ["-wal", "-shm"]) rmSync(`${archive}${end}`, { force: true });
      mkdirSync(archive);
    },
    mend() {
      rmdirSync(archive);
      if (existsSync(`${archive}.kept`)) renameSync(`${archive}.kept`, archive);
    },
  };
}

/** A person reads what happened, and nobody's insides. */
function expectWords({ stderr }: Ran, dataDir: string): void {
  expect(stderr).toContain(`in ${dataDir} (`);
  expect(stderr).not.toMatch(/SqliteError|node_modules|\.js:\d|\bat \w+ \(/);
  expect(stderr).not.toContain("Nothing was uploaded");
  expect(stderr).not.toContain("WINNOW_DATA_DIR");
}

it("a disk that fails once the credits are spent ends the command with 6, and `resume` brings the results home", async () => {
  const at = world();
  sandbox.faults.add({ name: "status-endless", operation: "status", account: at.label });
  let broken = false;
  const ran = await runWinnow(at.clean, {
    env: at.env,
    onStderr(text) {
      if (broken || !text.includes("Verifying")) return;
      broken = true;
      at.break();
      sandbox.faults.clear();
    },
  });
  expect(ran.code, ran.stderr).toBe(6);
  expectWords(ran, at.dataDir);
  expect(ran.stderr).toContain("winnow resume");
  expect(at.spent()).toBe(20);

  at.mend();
  const resumed = await runWinnow(["resume"], { env: at.env });
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(readFileSync(at.out, "utf8")).toContain("@acme.example");
  expect(at.spent()).toBe(20);
});
