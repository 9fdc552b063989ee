import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cliWorlds } from "../../support/cli-world.ts";
import type { Ran } from "../../support/winnow.ts";

const { sandbox, world } = await cliWorlds("disk");

/** From here on what was verified cannot be kept; answers how that is mended. */
function breakArchive(dataDir: string): () => void {
  const archive = join(dataDir, "archive.db");
  if (existsSync(archive)) renameSync(archive, `${archive}.kept`);
  for (const end of ["-wal", "-shm"]) rmSync(`${archive}${end}`, { force: true });
  mkdirSync(archive);
  return () => {
    rmdirSync(archive);
    if (existsSync(`${archive}.kept`)) renameSync(`${archive}.kept`, archive);
  };
}

/** A person reads what happened, and nobody's insides. */
function expectWords({ stderr }: Ran, dataDir: string): void {
  expect(stderr).toContain(`in ${dataDir} (`);
  expect(stderr).not.toMatch(/SqliteError|node_modules|\.js:\d|\bat \w+ \(/);
  expect(stderr).not.toContain("Nothing was uploaded");
  expect(stderr).not.toContain("WINNOW_DATA_DIR");
}

it("a disk that fails after the credits were spent exits with 6, and winnow resume gets the results", async () => {
  const at = world();
  sandbox.faults.add({ name: "status-endless", operation: "status", account: at.label });
  const file = at.list(
    "list.csv",
    Array.from({ length: 20 }, (_, i) => `person${i}@acme.example`),
  );
  const mending: (() => void)[] = [];
  const onStderr = (text: string) => {
    if (mending.length > 0 || !text.includes("Verifying")) return;
    mending.push(breakArchive(at.dataDir));
    sandbox.faults.clear();
  };
  const ran = await at.runWith({ onStderr }, "clean", file, "--out", at.out, "--yes");
  expect(ran.code, ran.stderr).toBe(6);
  expectWords(ran, at.dataDir);
  expect(ran.stderr).toContain("winnow resume");
  expect(at.charges()).toEqual(Array(20).fill(1));

  for (const mend of mending) mend();
  const resumed = await at.run("resume");
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(readFileSync(at.out, "utf8")).toContain("@acme.example");
  expect(at.charges()).toEqual(Array(20).fill(1));
});
