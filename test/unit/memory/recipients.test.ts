import { describe, expect, it } from "vitest";
import { SOURCES } from "../../../electron/engine/vocabularies/index.ts";
import type { ColumnNames, OutcomeSign, Source } from "../../../electron/engine/vocabularies/types.ts";
import { sourceOfMapping } from "../../../shared/mapping.ts";
import { PAY_FOR_ALL, unwrap } from "../../support/in-process.ts";
import { accountId, at, write } from "./engine.ts";

async function open(name: string, text: string): Promise<string> {
  const path = write(text, name);
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
    case "items":
      return { [first(sign.column)]: Object.keys(sign.words)[0] ?? "" };
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

  const BOUNCED = "Account Owner,Contact Email,Bounce\nrep3@seller.example,c3@acme.example,hard\n";
  const words = { hard: "hard", soft: "soft" } as const;

  it("with a mapping asks for the column if the only email header belongs to other people", async () => {
    const text = "Contact,Account Owner Email,Bounce\nc7@acme.example,rep7@seller.example,hard\n";
    const as = sourceOfMapping({ name: "CRM", columns: [{ column: "Bounce", words }] });
    expect(await importFile("crm.csv", text, as)).toMatchObject({ problem: { code: "file_column_unclear" } });
  });

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

  it("with a mapping uses the address column of the mapping", async () => {
    const text = BOUNCED.replaceAll("3@", "4@").replace("Contact Email", "Contact");
    const unnamed = sourceOfMapping({ name: "CRM", columns: [{ column: "Bounce", words }] });
    expect(await importFile("crm.csv", text, unnamed)).toMatchObject({
      problem: { code: "file_column_unclear" },
    });
    const as = sourceOfMapping({ name: "CRM", columns: [{ column: "Bounce", words }], address: "Contact" });
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

  it("uses the column that the user chose, even if the source has another", async () => {
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

  it("of verdicts with a mapping never uses a column of suggestions", async () => {
    const text = "email,did_you_mean,quality\nann@gmial.example,ann@gmail.example,good\n";
    const resultsOf = sourceOfMapping({
      name: "Ours",
      columns: [{ column: "quality", words: { good: "deliverable" } }],
    });
    const listId = await open("ours.csv", text);
    const read = unwrap(await at.call("lists.read", { listId, options: { readAs: "results", resultsOf } }));
    expect(read).toMatchObject({ addressColumn: 0, unique: 1 });
    const start = { listId, accountId, options: PAY_FOR_ALL, agreedCredits: 0 };
    expect(unwrap(await at.call("cleanings.start", start)).counts).toMatchObject({ deliverable: 1 });
  });
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
  const price = unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
  expect(price).toMatchObject({ credits: 1, suppressed: 3 });
});

describe("the records of an import without an outcome", () => {
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
});
