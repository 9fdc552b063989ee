import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliWorld, cliWorlds } from "../../support/cli-world.ts";
import { storedFacts } from "../../support/stored-facts.ts";

const { world } = await cliWorlds("suppress");
/** Several commands, one after the other. */
const PATIENCE = 120_000;

/** The entries on disk, of all lists. */
const entries = ({ dataDir }: CliWorld): string[] =>
  storedFacts(dataDir)
    .flatMap((one) => one.entries)
    .sort();

it("winnow suppress adds, lists and removes a file, by its id or its name", {
  timeout: PATIENCE,
}, async () => {
  const at = world();
  expect((await at.run("suppress", "list")).stdout).toBe("");
  const file = join(at.folder, "left.txt");
  writeFileSync(file, "ann@firm.example\n@acme.example\n");
  const added = await at.run("suppress", "add", file);
  expect(added.code, added.stderr).toBe(0);
  expect(added.stderr).toContain("1 address and 1 domain added to the suppression list 'left.txt'");
  expect(entries(at)).toEqual(["@acme.example", "ann@firm.example"]);
  const { lists } = JSON.parse((await at.run("suppress", "list", "--json")).stdout);
  expect(lists).toMatchObject([{ name: "left.txt", addresses: 1, domains: 1 }]);
  expect((await at.run("suppress", "list")).stdout).toContain(`${lists[0].list}\t`);
  const again = await at.run("suppress", "add", file);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("The suppression list 'left.txt'")]);
  expect(entries(at)).toHaveLength(2);
  const other = join(at.folder, "other.txt");
  writeFileSync(other, "bob@firm.example\n");
  await at.run("suppress", "add", other, "--name", "left.txt");
  const both = await at.run("suppress", "remove", "left.txt", "--json");
  expect(both.code).toBe(2);
  expect(JSON.parse(both.stdout)).toMatchObject({ problem: { code: "suppression_ambiguous" } });
  expect((await at.run("suppress", "remove", lists[0].list)).code).toBe(0);
  const removed = await at.run("suppress", "remove", "left.txt");
  expect(removed.code, removed.stderr).toBe(0);
  expect(entries(at)).toEqual([]);
  expect((await at.run("suppress", "remove", "left.txt")).code).toBe(2);
});

it.each([
  [[], "file"],
  [["x.csv", "--name", " "], "--name"],
])("winnow suppress add %j is refused with a sentence", async (args, said) => {
  const ran = await world().run("suppress", "add", ...args);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(said);
});

it("winnow suppress add of a mailing service's export asks who is meant, and adds only those", {
  timeout: PATIENCE,
}, async () => {
  const at = world();
  const file = join(at.folder, "bounces.csv");
  const rows = [
    "5.1.1,550 user unknown,ann@example.com,1709287872",
    "5.7.1,blocked,bob@example.com,1709287872",
  ];
  writeFileSync(file, `status,reason,email,created\n${rows.join("\n")}\n`);
  const asked = await at.run("clean", file, "--out", at.out, "--yes");
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain("`winnow suppress add` with --who unmailable");
  const mixed = await at.run("suppress", "add", file);
  expect(mixed.code).toBe(2);
  expect(mixed.stderr).toContain("--who unmailable");
  expect(mixed.stderr).toContain("--who everyone");
  expect(await at.run("suppress", "add", file, "--who", "me")).toMatchObject({ code: 2 });
  const added = await at.run("suppress", "add", file, "--who", "unmailable", "--json");
  expect(added.code, added.stderr).toBe(0);
  expect(JSON.parse(added.stdout)).toMatchObject({ addresses: 1 });
  expect(entries(at)).toEqual(["ann@example.com"]);
  const next = at.list("next.csv", ["ann@example.com", "eve@deliverable.example"]);
  const cleaned = await at.run("clean", next, "--out", at.out, "--yes", "--json");
  expect(JSON.parse(cleaned.stdout)).toMatchObject({ uploaded: 1, skipped: { suppressed: 1 } });
  expect(at.charges()).toEqual([1]);
});
