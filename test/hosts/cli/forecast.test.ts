import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";

const { sandbox, world } = await createCliWorlds("forecast");

/**
 * Recipients of one campaign. Those at `bad.example` no longer exist, although their mail server accepts everything.
 */
function people(campaign: string): string[] {
  const at = (count: number, local: string, domain: string) =>
    Array.from({ length: count }, (_, number) => `${local}${campaign}${number}@${domain}`);
  return [
    ...at(400, "valid", "good.example"),
    ...at(60, "catchall", "fine.example"),
    ...at(60, "catchall", "bad.example"),
    ...at(10, "bounce", "good.example"),
  ];
}

async function cleaned(at: CliWorld, campaign: string): Promise<string> {
  const out = join(at.folder, `${campaign}-clean.csv`);
  const list = at.list(`${campaign}.csv`, people(campaign));
  await at.runOk("clean", list, "--out", out, "--yes", "--quiet");
  return out;
}

async function importBounces(at: CliWorld, campaign: string): Promise<void> {
  const file = join(at.folder, `${campaign}-bounces.csv`);
  const now = Math.floor(Date.now() / 1000) + 60;
  const gone = people(campaign).filter(
    (address, number) => address.endsWith("@bad.example") && number % 3 > 0,
  );
  const rows = gone.map((address) => `5.1.1,user unknown,${address},${now}`);
  writeFileSync(file, `status,reason,email,created\n${rows.join("\n")}\n`);
  await at.runOk("import", file, "--yes");
}

it("imported bounces are compared with the exported list and forecast the bounces of the next list", async () => {
  const at = world({ credits: 2_000 });
  await cleaned(at, "june");
  const before = await at.run("forecast", "june.csv");
  expect(before.stderr).toContain("This is a rule of thumb.");
  expect((await at.run("forecast")).stderr).toContain("No mailing is known yet.");
  await importBounces(at, "june");
  const campaigns = await at.run("forecast", "--json");
  expect(JSON.parse(campaigns.stdout)).toMatchObject({
    mailings: [{ name: "june-clean.csv", sent: 520, bounced: 40, isReported: true, foretold: {} }],
  });
  await cleaned(at, "july");
  const told = await at.run("forecast", "july.csv", "--max-bounce", "3");
  expect(told.stderr).toMatch(/^Expected bounces if you send this: \d+\.\d% \(\d+\.\d–\d+\.\d%\)\.$/m);
  expect(told.stderr).toContain("Based on 520 addresses that you sent to.");
  expect(told.stderr).toContain("keep 460");
  expect(told.stdout).toMatch(/^leave out\tAccept-all\t60\tbad\.example$/m);
});

it("export --max-bounce leaves out the likeliest bounces, and the gate lets only that file pass", async () => {
  const at = world({ credits: 2_000 });
  await cleaned(at, "june");
  await importBounces(at, "june");
  const all = await cleaned(at, "july");
  const refused = await at.run("gate", all, "--max-bounce", "3%");
  expect(refused.code).toBe(7);
  expect(refused.stderr).toMatch(
    /^More than 3\.0% may bounce\. About \d+\.\d% of 520 addresses will bounce/m,
  );
  const kept = join(at.folder, "kept.csv");
  await at.runOk("export", "july.csv", "--max-bounce", "3", "--out", kept);
  expect(readFileSync(kept, "utf8")).not.toContain("@bad.example");
  expect(readFileSync(kept, "utf8").trim().split("\n")).toHaveLength(1 + 460);
  const passed = await at.runOk("gate", kept, "--max-bounce", "3", "--json");
  expect(JSON.parse(passed.stdout)).toMatchObject({ passes: true, forecast: { addresses: 460, byRule: 0 } });
  const impossible = await at.run(
    "export",
    "july.csv",
    "--max-bounce",
    "0",
    "--out",
    join(at.folder, "none.csv"),
  );
  expect(impossible.code).toBe(7);
});

it("the gate refuses unverified addresses, pays only with --verify, and never more than --max-credits", async () => {
  const at = world({ credits: 2_000 });
  const list = at.list("new.csv", people("new").slice(0, 400));
  await at.expectFailure(7, "400 are not verified.", "gate", list, "--max-bounce", "2");
  expect(at.charges()).toEqual([]);
  const unlimited = await at.run("gate", list, "--max-bounce", "2", "--verify");
  expect(unlimited.code).toBe(2);
  const short = await at.run("gate", list, "--max-bounce", "2", "--verify", "--max-credits", "399");
  expect(short.code).toBe(4);
  expect(at.charges()).toEqual([]);
  await at.runOk("gate", list, "--max-bounce", "2", "--verify", "--max-credits", "400");
  expect(at.charges()).toHaveLength(400);
});

it("the gate refuses a list whose verification stopped", async () => {
  const at = world();
  sandbox.faults.add({ name: "no-credits", operation: "start", account: at.label });
  const list = at.list("new.csv", people("stopped").slice(0, 40));
  await at.expectFailure(
    4,
    "credits",
    "gate",
    list,
    "--max-bounce",
    "100",
    "--verify",
    "--max-credits",
    "40",
  );
});
