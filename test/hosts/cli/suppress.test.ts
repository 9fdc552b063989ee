import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliWorld, cliWorlds } from "../../support/cli-world.ts";

const { world } = await cliWorlds("suppress");
/** Several commands, one after the other. */
const PATIENCE = 120_000;

/** The entries on disk, of all lists. */
function entries({ dataDir }: CliWorld): string[] {
  const folder = join(dataDir, "suppression");
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1))
    .sort();
}

const RESULTS = [
  "Email,ZB Status,ZB Sub Status",
  "ann@firm.example,valid,",
  "bob@firm.example,abuse,",
  "cat@firm.example,do_not_mail,toxic",
  "dan@firm.example,invalid,mailbox_not_found",
].join("\n");

it("whom another service says not to mail is kept out of later lists, as the line after the cleaning says", {
  timeout: PATIENCE,
}, async () => {
  const at = world();
  const file = join(at.folder, "results.csv");
  writeFileSync(file, `${RESULTS}\n`);
  const ran = await at.run("clean", file, "--read-as", "results", "--out", at.out, "--yes");
  expect(ran.code, ran.stderr).toBe(0);
  const said = /winnow (suppress add --from \S+ --flag unwanted)/.exec(ran.stderr)?.[1] ?? "";
  const added = await at.run(...said.split(" "), "--name", "Complaints", "--json");
  expect(added.code, added.stderr).toBe(0);
  expect(JSON.parse(added.stdout)).toMatchObject({
    name: "Complaints",
    addresses: 2,
    domains: 0,
    already: 0,
    without: 0,
  });
  expect(entries(at)).toEqual(["bob@firm.example", "cat@firm.example"]);

  const next = at.list("next.csv", ["bob@firm.example", "cat@firm.example", "eve@deliverable.example"]);
  const priced = await at.run("clean", next, "--out", join(at.folder, "next-out.csv"), "--yes", "--json");
  expect(JSON.parse(priced.stdout)).toMatchObject({ uploaded: 1, skipped: { suppressed: 2 } });
  expect(at.charges()).toEqual([1]);

  const again = await at.run(...said.split(" "), "--json");
  expect(again.code).toBe(2);
  expect(JSON.parse(again.stdout)).toMatchObject({ problem: { code: "suppression_none_new" } });
  const door = await at.run("suppress", "add", "--from", "results.csv");
  expect(door.code, door.stderr).toBe(0);
  expect(door.stderr).toContain("1 address added to the suppression list 'From results.csv'");
  expect(door.stderr).toContain("2 more are on a suppression list already.");
  expect(entries(at)).toHaveLength(3);
});

it("a file is added, listed and removed, by its id or its name", { timeout: PATIENCE }, async () => {
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
  await at.run("suppress", "add", file);
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
  [["x.csv", "--from", "y"], "exclude"],
  [["x.csv", "--flag", "unwanted"], "--from"],
  [["--from", "y", "--flag", "unwanted,rude"], "'unwanted,rude'"],
  [["--from", "y", "--door", "back"], "--door takes safe, risky"],
  [["--from", "nothing"], "nothing"],
  [["x.csv", "--name", " "], "--name"],
])("suppress add %j is refused in a sentence", async (args, said) => {
  const ran = await world().run("suppress", "add", ...args);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(said);
});

it("of a mailing service's export it is to be said who is meant, and those alone are taken", {
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
  expect(await at.run("suppress", "add", "--from", "x", "--who", "everyone")).toMatchObject({ code: 2 });
  const added = await at.run("suppress", "add", file, "--who", "unmailable", "--json");
  expect(added.code, added.stderr).toBe(0);
  expect(JSON.parse(added.stdout)).toMatchObject({ addresses: 1 });
  expect(entries(at)).toEqual(["ann@example.com"]);
});
