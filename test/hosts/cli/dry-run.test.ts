import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const { world } = await createCliWorlds("dry-run");

/**
 * Returns the files of a folder with their hashes. SQLite's -wal and -shm files are left out, as every reader creates
 * them.
 */
function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`)
    .sort();
}

describe("`winnow clean --dry-run`", () => {
  it("shows the price and the known addresses, and sends, stores and writes nothing", async () => {
    const at = world();
    const first = at.list("first.csv", ["ann@acme.example", "bob@acme.example"]);
    await at.runOk("clean", first, "--out", at.out, "--yes");
    const second = at.list("second.csv", [
      "ann@acme.example",
      "cat@acme.example",
      "CAT@acme.example",
      "broken",
    ]);
    const out = join(at.folder, "second-out.csv");
    const asked = at.requestCount();
    const before = files(at.dataDir);
    const ran = await at.runOk("clean", second, "--out", out, "--dry-run");
    expect(ran.stderr).toContain("4 rows − 1 duplicate − 1 invalid − 1 already known = 1 credit.");
    expect(ran.stderr).toContain("Nothing was sent");
    const told = JSON.parse((await at.run("clean", second, "--out", out, "--dry-run", "--json")).stdout);
    expect(told).toMatchObject({ dryRun: true, credits: 1, file: second, known: 1, out });
    expect(at.requestCount()).toBe(asked);
    expect(files(at.dataDir)).toEqual(before);
    expect(existsSync(out)).toBe(false);
    // The real run costs what the dry run predicted.
    await at.runOk("clean", second, "--out", out, "--yes", "--max-credits", "1");
    expect(at.charges()).toEqual([1, 1, 1]);
  });

  it("exits like the real run if the price is over --max-credits or the output exists", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    const over = await at.run("clean", file, "--out", at.out, "--dry-run", "--max-credits", "1", "--json");
    expect(over.code).toBe(4);
    expect(JSON.parse(over.stdout)).toMatchObject({ credits: 2, problem: { code: "credits_over_limit" } });
    const taken = await at.run("clean", file, "--out", file, "--dry-run");
    expect(taken.code).toBe(2);
  });
});
