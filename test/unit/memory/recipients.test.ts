import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SOURCES } from "../../../electron/engine/vocabularies/index.ts";
import type { ColumnNames, OutcomeSign, Source } from "../../../electron/engine/vocabularies/types.ts";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { sourceOfMapping } from "../../../shared/mapping.ts";
import { type InProcess, openInProcess, PAY_FOR_ALL, unwrap } from "../../support/in-process.ts";

let sandbox: Sandbox;
let folder: string;
let at: InProcess;
let files = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  sandbox.createAccount({ label: "recipients", credits: 1000 });
  folder = mkdtempSync(join(tmpdir(), "winnow-recipients-"));
  const sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account("recipients").key };
  at = unwrap(await openInProcess(join(folder, "data"), { sessionAccount }));
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string, text: string): Promise<string> {
  const path = join(folder, `${++files}-${name}`);
  writeFileSync(path, text);
  return unwrap(await at.call("lists.open", { source: { kind: "path", path } })).listId;
}

/** Imports a mailing service's export as the recognised source, or as `as`. */
async function importFile(name: string, text: string, as?: string) {
  const listId = await open(name, text);
  unwrap(await at.call("lists.read", { listId, options: {} }));
  return at.call("memory.import", { listId, name, as, isAgreed: true });
}

async function outcomesOf(address: string): Promise<string[]> {
  const { facts } = unwrap(await at.call("memory.facts", { address }));
  return facts.map(({ outcome }) => outcome);
}

const csv = (...rows: readonly (readonly string[])[]) =>
  rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n")
    .concat("\n");

const first = (names: ColumnNames): string => (typeof names === "string" ? names : (names[0] ?? ""));

/** Returns cells with which a row states an outcome by `sign`. */
function outcomeCells(sign: OutcomeSign): Record<string, string> {
  switch (sign.read) {
    case "word": {
      const words = Object.entries(sign.words);
      const [word] = words.find(([, means]) => !["none", "goes on"].includes(means)) ??
        words.find(([, means]) => means === "goes on") ?? [""];
      return { [first(sign.column)]: word };
    }
    case "filled":
      return { [first(sign.column)]: "2024-03-01 10:11:12" };
    case "yes":
      return { [first(sign.column)]: "TRUE" };
    case "item":
      return { [first(sign.column)]: sign.item };
    case "reply":
      return { [sign.columns.map(first).at(-1) ?? ""]: "550 5.1.1 user unknown" };
    case "row":
      return {};
  }
}

/** Builds a file of `source` with one row: recipient, outcome, and foreign addresses in all other columns. */
function buildFile(source: Source): { header: string[]; row: string[] } {
  const recipient = first(source.recipient ?? "Email");
  const result =
    source.kind === "verdicts"
      ? { [first(source.status)]: Object.keys(source.words)[0] ?? "" }
      : Object.assign({}, ...source.signs.slice(0, 2).map(outcomeCells));
  const read = JSON.stringify(
    source.kind === "verdicts" ? [source.status, source.flags, source.words] : source.signs,
  );
  const others = source.exact === true ? [] : ["Owner", "Notes", "did_you_mean", "Manager address"];
  const header = [
    ...new Set([...others, ...source.requiredColumns.map(first), recipient, ...Object.keys(result)]),
  ];
  const row = header.map((name, index) => {
    if (name === recipient) return `${source.id}@recipient.example`;
    if (result[name] !== undefined) return result[name];
    return read.includes(`"${name}"`) ? "" : `told ${source.id}.${index}@foreign.example`;
  });
  return { header, row };
}

const mailers = SOURCES.filter(({ kind }) => kind !== "verdicts");
const verifiers = SOURCES.filter(({ kind }) => kind === "verdicts");

describe("a row with foreign addresses in every other column", () => {
  it.each(mailers.map((source) => [source.id, source] as const))(
    "of %s yields an outcome for its recipient only",
    async (_, source) => {
      const { header, row } = buildFile(source);
      const result = unwrap(await importFile("export.csv", csv(header, row), source.id));
      expect(result).toMatchObject({ facts: 1, without: 0 });
      expect(await outcomesOf(`${source.id}@recipient.example`)).toHaveLength(1);
    },
  );

  it.each(verifiers.map((source) => [source.id, source] as const))(
    "of %s yields a verdict on its recipient only",
    async (_, source) => {
      const { header, row } = buildFile(source);
      const listId = await open("verdicts.csv", csv(header, row));
      const options = { readAs: "results", resultsOf: source.id } as const;
      const read = unwrap(await at.call("lists.read", { listId, options }));
      expect(header[read.addressColumn ?? -1]).toBe(first(source.recipient ?? "Email"));
      expect(read).toMatchObject({ unique: 1, rows: 1 });
    },
  );
});

describe("an import", () => {
  it("of Mailchimp's unsubscribes ignores addresses in reasons and notes", async () => {
    const header =
      "Email Address,MEMBER_RATING,UNSUB_TIME,UNSUB_REASON,UNSUB_REASON_OTHER,LEID,EUID,NOTES,OWNER";
    const row =
      "x1@acme.example,2,2024-03-01 10:11:12,OTHER,I now use x1.new@globex.example,1,a,told boss@seller.example,rep@seller.example";
    unwrap(await importFile("unsubscribed.csv", `${header}\n${row}\n`));
    expect(await outcomesOf("x1@acme.example")).toEqual(["unsubscribed"]);
    for (const other of ["x1.new@globex.example", "boss@seller.example", "rep@seller.example"])
      expect(await outcomesOf(other)).toEqual([]);
  });

  it("of SendGrid's events ignores the owner of a contact", async () => {
    const event = {
      ...{ email: "ev2@acme.example", event: "bounce", type: "bounce", status: "5.1.1" },
      ...{ reason: "550 user unknown", sg_event_id: "c", sg_message_id: "d", timestamp: 1_717_000_000 },
      owner_email: "rep2@seller.example",
    };
    unwrap(await importFile("events.json", JSON.stringify([event])));
    expect(await outcomesOf("ev2@acme.example")).toEqual(["hard"]);
    expect(await outcomesOf("rep2@seller.example")).toEqual([]);
  });

  const BOUNCED = "Account Owner,Contact Email,Bounce\nrep3@seller.example,c3@acme.example,hard\n";
  const words = { hard: "hard", soft: "soft" } as const;

  it("with a mapping finds the address column by its header", async () => {
    const as = sourceOfMapping({ name: "CRM", column: "Bounce", words });
    unwrap(await importFile("crm.csv", BOUNCED, as));
    expect(await outcomesOf("c3@acme.example")).toEqual(["hard"]);
    expect(await outcomesOf("rep3@seller.example")).toEqual([]);
  });

  it.each([
    "Contact,Account Owner Email,Bounce\nc7@acme.example,rep7@seller.example,hard\n",
    "Recipient,Sender Email,Bounce\nc7@acme.example,rep7@seller.example,hard\n",
    "Kunde,Betreuer E-Mail,Bounce\nc7@acme.example,rep7@seller.example,hard\n",
  ])(
    "with a mapping asks for the column if the only email header belongs to other people: %s",
    async (text) => {
      const as = sourceOfMapping({ name: "CRM", column: "Bounce", words });
      expect(await importFile("crm.csv", text, as)).toMatchObject({
        problem: { code: "file_column_unclear" },
      });
    },
  );

  it("treats placeholders in a time column as blank", async () => {
    const rows = ["0000-00-00 00:00:00", "NULL", "\\N", "-", "N/A", "never"].map(
      (at, i) => `p${i}@time.example,${at}`,
    );
    const text = ["Email,Unsubscribed At", "left@time.example,2024-03-01", ...rows, ""].join("\n");
    expect(unwrap(await importFile("crm.csv", text))).toMatchObject({
      facts: 1,
      outcomes: { unsubscribed: 1 },
    });
  });

  it("with a mapping uses the address column that the mapping names", async () => {
    const text = BOUNCED.replaceAll("3@", "4@").replace("Contact Email", "Contact");
    const unnamed = sourceOfMapping({ name: "CRM", column: "Bounce", words });
    expect(await importFile("crm.csv", text, unnamed)).toMatchObject({
      problem: { code: "file_column_unclear" },
    });
    const as = sourceOfMapping({ name: "CRM", column: "Bounce", address: "Contact", words });
    unwrap(await importFile("crm.csv", text, as));
    expect(await outcomesOf("c4@acme.example")).toEqual(["hard"]);
    expect(await outcomesOf("rep4@seller.example")).toEqual([]);
  });

  it("skips and counts a row with several recipients", async () => {
    const text = "address,code,error,created_at\na5@acme.example; b5@acme.example,550,user unknown,\n";
    const row = "c5@acme.example,550,user unknown,\n";
    expect(unwrap(await importFile("bounces.csv", text + row))).toMatchObject({ facts: 1, without: 1 });
    expect(await outcomesOf("a5@acme.example")).toEqual([]);
  });

  it("uses the column that the user chose, even if the source names another", async () => {
    const text =
      "email,type,source,created_at,campaign,old address\nnew6@acme.example,hard,x,,1,old6@acme.example\n";
    const listId = await open("bounces.csv", text);
    unwrap(await at.call("lists.read", { listId, options: { column: 5 } }));
    const as = "listmonk-bounces";
    const wish = { listId, name: "bounces.csv", as, column: 5, isAgreed: true };
    unwrap(await at.call("memory.import", wish));
    expect(await outcomesOf("old6@acme.example")).toEqual(["hard"]);
    expect(await outcomesOf("new6@acme.example")).toEqual([]);
  });

  it("of PowerMTA's accounting files uses the recipient, not the sender", async () => {
    const text = [
      "type,timeLogged,orig,rcpt,orcpt,dsnAction,dsnStatus,dsnDiag,bounceCat",
      'b,2026-05-04 18:07:21-0300,bounce@shop.example,ann9@example.com,rfc822;ann9@example.com,failed,5.1.1 (bad destination mailbox address),"smtp;550 5.1.1 <ann9@example.com>: Recipient address rejected",policy-related',
      'b,2026-05-04 18:07:22-0300,bounce@shop.example,bob9@example.com,,failed,5.7.1 (delivery not authorized),"smtp;550 5.7.1 message rejected as spam",spam-related',
    ].join("\n");
    unwrap(await importFile("acct.csv", text));
    expect(await outcomesOf("ann9@example.com")).toEqual(["hard"]);
    expect(await outcomesOf("bob9@example.com")).toEqual(["policy"]);
    expect(await outcomesOf("bounce@shop.example")).toEqual([]);
  });

  it("of a notification about one of two recipients ignores the other recipient", async () => {
    const recipient = {
      emailAddress: "dana10@example.com",
      status: "5.1.1",
      diagnosticCode: "smtp; 550 5.1.1",
    };
    const notification = {
      notificationType: "Bounce",
      bounce: { bounceType: "Permanent", bounceSubType: "General", bouncedRecipients: [recipient] },
      mail: { source: "news10@shop.example", destination: ["other10@example.com", "dana10@example.com"] },
    };
    unwrap(await importFile("ses.json", JSON.stringify(notification)));
    expect(await outcomesOf("dana10@example.com")).toEqual(["hard"]);
    for (const other of ["other10@example.com", "news10@shop.example"])
      expect(await outcomesOf(other)).toEqual([]);
  });

  it("reads rows whose reasons contain line breaks, quotes and addresses", async () => {
    const reason = (code: string, text: string) =>
      `"550-${code} ${text}\n550 ${code} see ""help"" or ask@mx.example"`;
    const text = [
      "status,reason,email,created",
      `5.1.1,${reason("5.1.1", "The account does not exist.")},ann11@example.com,1709287872`,
      ',"550 No user found",bob11@example.com,1709287873',
      `5.7.1,${reason("5.7.1", "likely unsolicited mail")},cid11@example.com,1709287874`,
    ].join("\n");
    const result = unwrap(await importFile("suppression_bounces.csv", text));
    expect(result).toMatchObject({ rows: 3, without: 0, outcomes: { hard: 2, policy: 1 } });
    expect(await outcomesOf("ask@mx.example")).toEqual([]);
  });

  it("of Reacher's verdicts uses the input, not the parsed address", async () => {
    const one = { input: "Ann@Acme.example", is_reachable: "safe", syntax: { address: "ann@acme.example" } };
    const listId = await open("reacher.json", JSON.stringify([one, { ...one, input: "bob@acme.example" }]));
    const options = { readAs: "results", resultsOf: "reacher" } as const;
    expect(unwrap(await at.call("lists.read", { listId, options }))).toMatchObject({ unique: 2 });
  });

  it("of verdicts with a mapping never uses a column of suggestions", async () => {
    const text = "email,did_you_mean,quality\nann@gmial.example,ann@gmail.example,good\n";
    const resultsOf = sourceOfMapping({ name: "Ours", column: "quality", words: { good: "deliverable" } });
    const listId = await open("ours.csv", text);
    const read = unwrap(await at.call("lists.read", { listId, options: { readAs: "results", resultsOf } }));
    expect(read).toMatchObject({ addressColumn: 0, unique: 1 });
    const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
    const start = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: 0 };
    expect(unwrap(await at.call("cleanings.start", start)).counts).toMatchObject({ deliverable: 1 });
  });
});

it("opt-outs in a list's own column are suppressed once they are imported, and other addresses are paid for", async () => {
  const text = "Email,Email Opt Out\nstays8@acme.example,No\nleft8@acme.example,Yes\n";
  const listId = await open("crm.csv", text);
  unwrap(await at.call("lists.read", { listId, options: {} }));
  unwrap(await at.call("memory.import", { listId, name: "crm.csv" }));
  unwrap(await at.call("lists.read", { listId, options: { readAs: "list" } }));
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const price = unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
  expect(price).toMatchObject({ credits: 1, suppressed: 1 });
});

it("every address in the cell of someone who opted out is suppressed, even after the cell is corrected", async () => {
  const cells = [
    "ee12@acme.example; ff12@acme.example",
    "hal\u2011x12@acme.example",
    "max12@firm,com",
    "zoe12@acme.example",
  ];
  const rows = cells.map((cell, i) => `"${cell}",${i < 3 ? "Yes" : "No"}`);
  const listId = await open("crm.csv", ["Email,Email Opt Out", ...rows, ""].join("\n"));
  unwrap(await at.call("lists.read", { listId, options: {} }));
  const result = unwrap(await at.call("memory.import", { listId, name: "crm.csv" }));
  expect(result).toMatchObject({ facts: 4, without: 0, outcomes: { unsubscribed: 3 } });
  unwrap(await at.call("lists.read", { listId, options: { readAs: "list", fixCells: true } }));
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const price = unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
  expect(price).toMatchObject({ credits: 1, suppressed: 3 });
});

describe("the records of an import without an outcome", () => {
  const mail = { messageId: "m", destination: ["open@acme.example"], timestamp: "2024-03-01T10:11:12Z" };
  const bounce = (address: string) => ({
    ...{ bounceType: "Permanent", bounceSubType: "General", timestamp: "2024-03-01T10:11:12Z" },
    bouncedRecipients: [{ emailAddress: address }],
  });
  const complaint = (address: string, complaintFeedbackType: string) => ({
    complaint: { complainedRecipients: [{ emailAddress: address }], complaintFeedbackType },
    mail: { ...mail, destination: [address] },
  });
  const lines = (...records: object[]) => records.map((one) => JSON.stringify(one)).join("\n");

  it("do not include SES notifications of either format", async () => {
    const text = lines(
      { notificationType: "Bounce", bounce: bounce("sns@acme.example"), mail },
      { eventType: "Bounce", bounce: bounce("event@acme.example"), mail },
      { eventType: "Complaint", ...complaint("complains@acme.example", "abuse") },
    );
    const result = unwrap(await importFile("ses.jsonl", text));
    expect(result).toMatchObject({ outcomes: { hard: 2, complained: 1 }, without: 0 });
    expect(result.passedOver).toEqual({ words: [], beyond: 0 });
    expect(await outcomesOf("complains@acme.example")).toEqual(["complained"]);
  });

  it("are counted per word", async () => {
    const event = (name: string, n: number) => ({
      ...{ sg_event_id: `p${n}`, event: name, email: `passed${n}@acme.example`, timestamp: 1_717_000_000 },
      ...{ status: "", reason: "", type: "" },
    });
    const events = ["processed", "processed", "dropped", "delivered"].map(event);
    const { passedOver } = unwrap(await importFile("events.json", JSON.stringify(events)));
    expect(passedOver).toEqual({
      words: [
        { word: "processed", rows: 2 },
        { word: "dropped", rows: 1 },
      ],
      beyond: 0,
    });
  });

  it("do not include SES opens and clicks of mail to a single recipient", async () => {
    const several = { ...mail, destination: ["one7@acme.example", "two7@acme.example"] };
    const text = lines(
      { eventType: "Open", open: { ipAddress: "192.0.2.1" }, mail },
      { eventType: "Click", click: { link: "https://acme.example" }, mail },
      { eventType: "Open", open: {}, mail: several },
    );
    const result = unwrap(await importFile("opens.jsonl", text));
    expect(result).toMatchObject({ outcomes: { opened: 1, clicked: 1 }, without: 1 });
    expect((await outcomesOf("open@acme.example")).sort()).toEqual(["clicked", "opened"]);
    expect(await outcomesOf("one7@acme.example")).toEqual([]);
  });
});
