import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";

const { world } = await createCliWorlds("import");

function file(at: CliWorld, name: string, ...lines: string[]): string {
  const path = join(at.folder, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

const bounces = (at: CliWorld) =>
  file(
    at,
    "bounces.csv",
    "status,reason,email,created",
    "5.1.1,550 user unknown,ann@example.com,1790000000",
    "5.7.1,blocked,bob@example.com,1790000000",
    ",says nothing,cat@example.com,1790000000",
  );

it("winnow import stores a mailing service's bounces, which are then left out of the next list's price", async () => {
  const at = world();
  const path = bounces(at);
  await at.expectFailure(2, "`winnow import`", "clean", path, "--out", at.out, "--yes");
  expect((await at.run("suppress", "add", path)).stderr).toContain("`winnow import`");
  await at.expectFailure(2, "--yes", "import", path);
  await at.expectFailure(
    2,
    "--as does not accept 'sendgird'. It accepts sent, suppression, ",
    "import",
    path,
    "--as",
    "sendgird",
    "--yes",
  );
  const imported = await at.runOk("import", path, "--yes", "--json");
  expect(JSON.parse(imported.stdout)).toMatchObject({
    ...{ source: "SendGrid (suppressions)", kind: "outcomes", isNew: true, rows: 3 },
    taken: { hard: 1, policy: 1 },
  });
  expect(imported.stderr).toContain("The recipients are in the column 'email'.");
  expect((await at.run("import", path, "--yes")).stderr).toContain("imported before");
  const next = at.list("next.csv", ["ann@example.com", "eve@deliverable.example"]);
  const priced = await at.run("clean", next, "--out", at.out, "--dry-run", "--json");
  expect(JSON.parse(priced.stdout)).toMatchObject({ known: 1, credits: 1 });
  const cleaned = await at.run("clean", next, "--out", at.out, "--yes", "--json");
  expect(JSON.parse(cleaned.stdout)).toMatchObject({ uploaded: 1, skipped: { known: 1 } });
  expect(at.charges()).toEqual([1]);
});

it("winnow import --undo reverts an import", async () => {
  const at = world();
  expect((await at.run("import")).code).toBe(2);
  const imported = await at.run("import", bounces(at), "--yes");
  const id = /winnow import --undo (\S+)/.exec(imported.stderr)?.[1] ?? "";
  const next = at.list("next.csv", ["ann@example.com"]);
  const priced = async () => JSON.parse((await at.run("clean", next, "--dry-run", "--json")).stdout);
  expect(await priced()).toMatchObject({ known: 1, credits: 0 });
  expect((await at.run("import", "--undo", id)).stderr).toContain("'bounces.csv' is undone");
  expect(await priced()).toMatchObject({ known: 0, credits: 1 });
  expect((await at.run("import", "--undo", id)).code).toBe(2);
});

it("winnow import accepts a plain list only as a suppression list", async () => {
  const at = world();
  const path = file(at, "people.txt", "ann@example.com", "@acme.example");
  const refused = await at.run("import", path, "--yes", "--json");
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({ imports: [], problem: { code: "import_nothing" } });
  expect((await at.run("import", path, "--yes", "--as", "mailchimp")).stderr).toContain("recognises no");
  const taken = await at.run("import", path, "--yes", "--as", "suppression", "--json");
  expect(JSON.parse(taken.stdout)).toMatchObject({ kind: "suppression", taken: { suppressed: 2 } });
});

it("winnow address shows what is known of an address, by the newest verdict or a newer bounce", async () => {
  const at = world();
  const results = (verdict: string) =>
    file(at, "results.csv", "Email,ZB Status,ZB Sub Status", `ann@example.com,${verdict},`);
  await at.run("import", results("valid"), "--yes", "--dated", "2026-09-01");
  await at.run("import", bounces(at), "--yes");
  const told = async () => JSON.parse((await at.run("address", "Ann@example.com", "--json")).stdout);
  expect(await told()).toMatchObject({
    verdict: { verdict: "undeliverable", source: "SendGrid (suppressions)" },
    outcomes: [{ outcome: "hard", at: "2026-09-21T14:13:20.000Z", words: "5.1.1 550 user unknown" }],
    suppressed: [],
    lists: [{ name: "results.csv", verdict: "deliverable" }],
  });
  await at.run("import", results("catch-all"), "--yes", "--dated", "2026-10-01");
  expect(await told()).toMatchObject({ verdict: { verdict: "accept_all", source: "imported" } });
  const nobody = await at.run("address", "eve@example.com", "--json");
  expect(JSON.parse(nobody.stdout)).toMatchObject({ verdict: null, outcomes: [], lists: [] });
  expect((await at.run("address", "nobody")).code).toBe(2);
});

it("winnow erase erases an address and every address in a file, and writes a receipt", async () => {
  const at = world();
  await at.run("import", bounces(at), "--yes");
  const more = file(at, "more.txt", "bob@example.com");
  const receipt = join(at.folder, "receipt.json");
  await at.expectFailure(2, "--yes", "erase", "ann@example.com");
  const erase = ["erase", "ann@example.com", "--file", more, "--receipt", receipt, "--yes", "--json"];
  const erased = await at.runOk(...erase);
  expect(erased.stderr).toContain("Searching: 0 of ");
  expect(JSON.parse(erased.stdout)).toMatchObject({ entries: 2, facts: 2 });
  expect(readFileSync(receipt, "utf8")).not.toContain("example.com");
  expect(JSON.parse(readFileSync(receipt, "utf8"))).toMatchObject({ entries: 2, facts: 2 });
  const told = await at.run("address", "ann@example.com", "--json");
  expect(JSON.parse(told.stdout)).toMatchObject({ outcomes: [] });
  expect((await at.run("erase", "--yes")).code).toBe(2);
});

it("winnow import reads an unknown format by a mapping file and counts unmapped words", async () => {
  const at = world();
  const map = (name: string, mapping: object) => file(at, name, JSON.stringify(mapping));
  const verdicts = map("verdicts.json", {
    ...{ name: "House service", column: "Quality", date: "Tested" },
    words: { ok: "deliverable", bad: "undeliverable", skipped: "nothing" },
  });
  const rows = [
    "ann@example.com,ok,2026-10-01",
    "bob@example.com,BAD,31.12.2024",
    "cy@example.com,skipped,",
    "di@example.com,odd,",
  ];
  const tested = file(at, "tested.csv", "Email,Quality,Tested", ...rows);
  const imported = await at.runOk("import", tested, "--map", verdicts, "--yes", "--json");
  expect(JSON.parse(imported.stdout)).toMatchObject({
    ...{ source: "House service", kind: "verdicts", taken: { deliverable: 1, undeliverable: 1 } },
    unrecognised: [{ word: "odd", count: 1 }],
  });
  expect((await at.run("address", "bob@example.com")).stderr).toContain("2024-12-31");
  const words = { ok: "deliverable", bad: "hard" };
  const mixed = map("mixed.json", { name: "House service", column: "Quality", words });
  const refused = await at.run("import", tested, "--map", mixed, "--yes");
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("Import one kind")]);
  const known = JSON.parse((await at.run("address", "ann@example.com", "--json")).stdout);
  expect(known.verdict).toMatchObject({ verdict: "deliverable", at: "2026-10-01T00:00:00.000Z" });
});

it("winnow import asks for the order of day and month, and names the dates that it cannot read", async () => {
  const at = world();
  const path = file(
    at,
    "campaign.csv",
    "EmailAddress,BounceType,Reason,Date",
    "ann@example.com,Hard,550 5.1.1 user unknown,03/04/2026 08:11",
    "bob@example.com,Hard,550 5.1.1 user unknown,gestern",
  );
  await at.expectFailure(2, "--dates day-first or --dates month-first", "import", path, "--yes");
  const imported = await at.runOk("import", path, "--dates", "day-first", "--yes", "--json");
  expect(imported.stderr).toContain("1 row has a date that Winnow cannot read");
  expect(JSON.parse(imported.stdout)).toMatchObject({
    unreadDates: { rows: 1, dates: [{ word: "gestern", count: 1 }] },
  });
  expect((await at.runOk("address", "ann@example.com")).stdout).toContain("2026-04-03");
});

it("winnow import recognises mail servers' replies in any column, and takes recipients, not senders", async () => {
  const at = world();
  const trace = file(
    at,
    "trace.csv",
    "when,sender_address,recipient_address,detail",
    "11/20/2026 8:11:00 AM,news@us.example,ann@x.example,550 5.1.10 RecipientNotFound; not found by SMTP address lookup",
    "11/20/2026 9:11:00 PM,sales@us.example,bob@x.example,452 4.2.2 The email account is over quota",
    "11/20/2026 9:12:00 PM,it@us.example,cy@x.example,delivered",
  );
  const imported = await at.runOk("import", trace, "--yes", "--json");
  expect(imported.stderr).toContain("The recipients are in the column 'recipient_address'.");
  expect(JSON.parse(imported.stdout)).toMatchObject({
    ...{ source: "a mail server", kind: "outcomes", sure: "likely" },
    ...{ taken: { hard: 1, soft: 1 }, passedOver: [{ word: "", count: 1 }] },
  });
  expect((await at.runOk("address", "ann@x.example")).stdout).toContain("2026-11-20");
  const inbox = file(
    at,
    "inbox.csv",
    "From,To",
    "ann@x.example,me@us.example",
    "bob@x.example,me@us.example",
  );
  await at.expectFailure(2, "--column", "suppress", "add", inbox);
  const headless = file(
    at,
    "plain.csv",
    "dee@x.example;550 5.1.1 <dee@x.example>: user unknown",
    "eve@x.example;552 5.2.2 full",
  );
  await at.runOk("import", headless, "--yes");
  expect((await at.runOk("address", "dee@x.example")).stdout).toContain("bounced permanently");
});

it("winnow import refuses an unknown file with a mapping to correct", async () => {
  const at = world();
  const path = file(at, "house.csv", "Address,Quality", "ann@x.example,good", "bob@x.example,quantum");
  const refused = await at.run("import", path, "--yes", "--json");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--map map.json");
  const { proposedMap } = JSON.parse(refused.stdout);
  const map = file(at, "map.json", JSON.stringify(proposedMap));
  const imported = await at.runOk("import", path, "--map", map, "--yes", "--json");
  expect(JSON.parse(imported.stdout)).toMatchObject({
    ...{ taken: { deliverable: 1 }, unrecognised: [{ word: "quantum", count: 1 }] },
  });
});

it("winnow import reads another service's verdicts without an account, for any account and for gate", async () => {
  const at = world();
  const lines = ["ann@x.example,valid,", "bob@x.example,invalid,mailbox_not_found"];
  const path = file(at, "zb.csv", "Email,ZB Status,ZB Sub Status", ...lines);
  const none = { env: { WINNOW_BASE_URL: "", WINNOW_API_KEY: "" } };
  const imported = await at.runWith(none, "import", path, "--yes", "--json");
  expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining("2 verdicts imported")]);
  const list = at.list("next.csv", ["ann@x.example"]);
  const gated = await at.runWith(none, "gate", list, "--max-bounce", "50", "--json");
  expect([gated.code, JSON.parse(gated.stdout)]).toMatchObject([0, { forecast: { unverified: 0 } }]);
  const priced = await at.runOk("clean", list, "--dry-run", "--json");
  expect(JSON.parse(priced.stdout)).toMatchObject({ known: 1, credits: 0 });
});

it("winnow import takes opt-outs and bounces from a list that has a column of replies", async () => {
  const at = world();
  const people = Array.from({ length: 40 }, (_, i) => `ok${i}@x.example,Active,`);
  const path = file(
    at,
    "crm.csv",
    "Email,Status,Bounce Reason",
    ...people,
    "uns@x.example,Unsubscribed,",
    "hard@x.example,Bounced,550 5.1.1 user unknown",
  );
  await at.runOk("import", path, "--yes");
  const about = async (address: string) => JSON.parse((await at.runOk("address", address, "--json")).stdout);
  expect(await about("uns@x.example")).toMatchObject({ leftOut: "suppressed" });
  expect((await about("hard@x.example")).outcomes).toContainEqual(
    expect.objectContaining({ outcome: "hard" }),
  );
});

it("winnow import takes no one from a mailbox's messages, whose recipient is its owner", async () => {
  const at = world();
  const reply = "Remote Server returned '550 5.1.1 User unknown'";
  const rows = [1, 2, 3].map((i) => `MAILER-DAEMON@mx${i}.example,me@us.example,${reply}; x${i}@x.example`);
  const path = file(at, "outlook.csv", "From: (Address),To: (Address),Text", ...rows);
  await at.expectFailure(2, "--column", "import", path, "--yes");
  await at.expectFailure(2, "nothing to import", "import", path, "--column", "To: (Address)", "--yes");
});
