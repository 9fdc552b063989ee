import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";
import { root } from "../../support/winnow.ts";

const { world } = await createCliWorlds("import-mail");

const fixture = (name: string) => join(root, "test/fixtures/mail", `${name}.eml`);

function mailbox(at: CliWorld, ...names: string[]): string {
  const path = join(at.folder, "bounces.mbox");
  const entry = (name: string) =>
    `From - Thu Nov 05 09:00:00 2026\n${readFileSync(fixture(name), "latin1")}\n`;
  writeFileSync(path, names.map(entry).join("\n"), "latin1");
  return path;
}

it("winnow import reads the bounces and complaints in a mailbox and passes over ordinary mail", async () => {
  const at = world();
  const reports = ["postfix-unknown", "gmail-failed", "exim-full", "complaint-yahoo"];
  const path = mailbox(at, "ordinary-vacation", ...reports, "ordinary-forwarded");
  await at.expectFailure(2, "`winnow import`", "clean", path, "--out", at.out, "--yes");
  expect((await at.run("suppress", "add", path)).stderr).toContain("`winnow import`");
  const imported = await at.runOk("import", path, "--yes", "--json");
  expect(JSON.parse(imported.stdout)).toMatchObject({
    ...{ source: "a mailbox", kind: "outcomes", sure: "certain", isNew: true },
    ...{ rows: 6, addresses: 4, taken: { hard: 2, soft: 1, complained: 1 } },
    skipped: { without: 0, nothing: 2 },
    passedOver: [{ word: "other mail", count: 2 }],
    unrecognised: [],
  });
  expect(imported.stderr).toContain("2 bounced permanently, 1 bounced temporarily, 1 reported as spam");
  expect(imported.stderr).toContain("“other mail” (2)");
  const outcomesOf = async (address: string) =>
    JSON.parse((await at.run("address", address, "--json")).stdout).outcomes.map(
      ({ outcome }: { outcome: string }) => outcome,
    );
  expect(await outcomesOf("unknown.bob@kunde.example")).toEqual(["hard"]);
  expect(await outcomesOf("olga@yahoo.example")).toEqual(["complained"]);
  const others = ["sender@shop.example", "service@shop.example", "tina@kunde.example", "fbl@shop.example"];
  for (const other of others) expect(await outcomesOf(other)).toEqual([]);
});

it("winnow import reads a folder of messages", async () => {
  const at = world();
  const folder = join(at.folder, "bounces");
  mkdirSync(folder);
  for (const name of ["exchange-german", "qmail-text"])
    copyFileSync(fixture(name), join(folder, `${name}.eml`));
  const imported = await at.runOk("import", folder, "--yes", "--json");
  expect(JSON.parse(imported.stdout)).toMatchObject({ rows: 3, taken: { hard: 2, soft: 1 } });
});

it("winnow import says so if a mailbox contains no bounce", async () => {
  const at = world();
  const path = mailbox(at, "ordinary-vacation", "ordinary-subscriber");
  await at.expectFailure(2, "2 messages were passed over. Nothing was imported.", "import", path, "--yes");
});
