import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";
import { storedEntries } from "../../support/stored-facts.ts";

const { world } = await createCliWorlds("suppress");

const entries = ({ dataDir }: CliWorld): string[] =>
  storedEntries(dataDir)
    .flatMap((one) => one.entries)
    .sort();

it("winnow suppress adds, lists and removes a suppression list, by id or by name", async () => {
  const at = world();
  expect((await at.run("suppress", "list")).stdout).toBe("");
  const file = join(at.folder, "left.txt");
  writeFileSync(file, "ann@firm.example\n@acme.example\n");
  const added = await at.runOk("suppress", "add", file);
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
  await at.runOk("suppress", "remove", lists[0].list);
  await at.runOk("suppress", "remove", "left.txt");
  expect(entries(at)).toEqual([]);
  expect((await at.run("suppress", "remove", "left.txt")).code).toBe(2);
});

it("winnow suppress export writes the lists for a mailing service, and overwrites a file only with --overwrite", async () => {
  const at = world();
  const out = join(at.folder, "handed-back.csv");
  expect((await at.run("suppress", "export", "--out", out)).stderr).toContain("No addresses to export");
  const misnamed = await at.run("suppress", "export", "--out", join(at.folder, "handed-back.xlsx"));
  expect([misnamed.code, misnamed.stderr]).toEqual([2, expect.stringContaining("*.csv or *.txt")]);
  const file = join(at.folder, "left.txt");
  writeFileSync(file, "ann@firm.example\n@acme.example\n");
  await at.run("suppress", "add", file);
  const written = await at.runOk("suppress", "export", "--as", "klaviyo", "--out", out);
  expect(written.stderr).toContain("Klaviyo does not accept whole domains: 1 is not in the file.");
  expect(readFileSync(out, "utf8")).toBe("Email\nann@firm.example\n");
  expect((await at.run("suppress", "export", "--out", out)).stderr).toContain("--overwrite");
  const over = await at.run("suppress", "export", "--out", out, "--overwrite", "--json");
  expect(JSON.parse(over.stdout)).toMatchObject({ as: "list", addresses: 1, domains: 1, guarded: 0 });
  writeFileSync(file, "=hyperlink@evil.example\n");
  await at.run("suppress", "add", file);
  const guarded = await at.run("suppress", "export", "--out", out, "--overwrite");
  expect(guarded.stderr).toContain("1 entry could run as a formula in a spreadsheet");
});

it("winnow suppress allow lets an address back in, with its reason, and can be undone", async () => {
  const at = world();
  const path = at.list("no.csv", ["ann@example.com", "bob@example.com"]);
  await at.runOk("suppress", "add", path);
  await at.expectFailure(2, "--yes", "suppress", "allow", "ann@example.com");
  const args = ["suppress", "allow", "ann@example.com", "--reason", "Fair in Bonn", "--yes", "--json"];
  const allowed = JSON.parse((await at.runOk(...args)).stdout);
  expect(allowed.allowed).toEqual(["ann@example.com"]);
  const known = JSON.parse((await at.runOk("address", "ann@example.com", "--json")).stdout);
  expect(known).toMatchObject({ leftOut: null, suppressed: [] });
  expect(known.outcomes).toContainEqual(
    expect.objectContaining({ outcome: "allowed", words: "Fair in Bonn" }),
  );
  await at.runOk("import", "--undo", allowed.import);
  const undone = JSON.parse((await at.runOk("address", "ann@example.com", "--json")).stdout);
  expect(undone).toMatchObject({ leftOut: "suppressed", suppressed: ["no.csv"] });
  await at.expectFailure(2, "not suppressed", "suppress", "allow", "cy@example.com", "--yes");
});
