import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { detectKind } from "../../../../electron/engine/lists/intake/file-kind.ts";
import { writeJsonTable } from "../../../../electron/engine/lists/intake/json.ts";
import { IntakeError } from "../../../../electron/engine/lists/workbook/bounded-text.ts";
import { ArchiveError } from "../../../../electron/engine/lists/workbook/zip-archive.ts";
import { recognise } from "../../../../electron/engine/vocabularies/index.ts";
import { createListFile, read } from "../reading.ts";

const tableSchema = z.array(z.array(z.string()));
const tableOf = (value: unknown) => table(JSON.stringify(value));

/** Converts JSON to a table and returns its header and rows. */
async function table(text: string | Buffer): Promise<string[][]> {
  const { list } = createListFile(text);
  await writeJsonTable(list.original, "a.json", list.records);
  const { data } = Papa.parse(readFileSync(list.records, "utf8").trimEnd(), { delimiter: "," });
  return tableSchema.parse(data);
}

/** Returns the problem code of the refusal; `read` if the JSON is accepted. */
const refusalOf = (text: string | Buffer) =>
  table(text).then(
    () => "read",
    (error: unknown) =>
      error instanceof IntakeError
        ? error.problem.code
        : error instanceof ArchiveError
          ? `archive ${error.reason}`
          : error,
  );

/** Returns the recognised source and the outcomes it reports. */
async function recognised(value: unknown) {
  const [header = [], ...rows] = await tableOf(value);
  const [first] = recognise(header, rows);
  const said = Object.entries(first?.outcomes ?? {}).filter(([, rows]) => rows > 0);
  return { source: first?.source, outcomes: Object.fromEntries(said) };
}

const bounce = (subType: string, ...emails: string[]) => ({
  notificationType: "Bounce",
  bounce: {
    bounceType: "Permanent",
    bounceSubType: subType,
    timestamp: "2026-01-02T03:04:05Z",
    bouncedRecipients: emails.map((emailAddress) => ({ emailAddress, status: "5.1.1" })),
  },
  mail: { source: "news@us.example", headers: [{ name: "From", value: "news@us.example" }] },
});

describe("JSON of events and suppressions", () => {
  it("becomes a row for each recipient of a notification, wrapped or not", async () => {
    const wrapped = { Type: "Notification", Message: JSON.stringify(bounce("General", "cy@dead.example")) };
    const [header = [], ...rows] = await tableOf([
      bounce("General", "ann@dead.example", "bob@dead.example"),
      wrapped,
    ]);
    expect(rows.map((row) => row[header.indexOf("emailAddress")])).toEqual([
      "ann@dead.example",
      "bob@dead.example",
      "cy@dead.example",
    ]);
    for (const one of [
      [bounce("General", "ann@dead.example")],
      bounce("General", "ann@dead.example"),
      wrapped,
    ])
      expect(await recognised(one)).toEqual({ source: "ses", outcomes: { hard: 1 } });
  });

  it.each([
    [
      "suppressions of Postmark",
      {
        Suppressions: [
          { EmailAddress: "a@b.example", SuppressionReason: "SpamComplaint", Origin: "Recipient" },
        ],
      },
      { source: "postmark-suppressions", outcomes: { complained: 1 } },
    ],
    [
      "events of Mailgun",
      {
        items: [
          {
            ...{
              event: "failed",
              severity: "permanent",
              recipient: "a@b.example",
              timestamp: 1_521_472_262.9,
            },
            ...{ "log-level": "error", "delivery-status": { code: 550, message: "5.1.1 no such user" } },
          },
        ],
      },
      { source: "mailgun-events", outcomes: { hard: 1 } },
    ],
  ])("of %s is recognised", async (_what, value, expected) => {
    expect(await recognised(value)).toEqual(expected);
  });

  it.each([
    ["SNS in SQS", (event: string) => ({ Messages: [{ Body: JSON.stringify({ Message: event }) }] })],
    ["SQS in Lambda", (event: string) => ({ Records: [{ body: event }] })],
  ])("is unwrapped from the envelopes of %s", async (_, envelope) => {
    const event = JSON.stringify(bounce("General", "ann@dead.example"));
    expect(await recognised(envelope(event))).toEqual({ source: "ses", outcomes: { hard: 1 } });
  });

  it("keeps only lists in an object that are not part of an event", async () => {
    const rows = [{ email: "a@b.example" }];
    const inner = { from: "x@y.example", rows: [{ email: "c@b.example" }] };
    expect(await tableOf({ first: [{ n: 1 }], data: { rows }, event: inner })).toEqual([
      ["email"],
      ["a@b.example"],
    ]);
    expect(await tableOf({ first: [{ n: 1 }], second: [{ n: 2 }] })).toEqual([["n"], ["1"]]);
    expect(await tableOf(inner)).toEqual([
      ["from", "rows"],
      ["x@y.example", '[{"email":"c@b.example"}]'],
    ]);
  });

  it("can be one value per line", async () => {
    const lines = '{"email":"a@b.example"}\n\n{"email":"c@b.example","n":{"m":[1,2]}}\n';
    const expected = [
      ["email", "n.m"],
      ["a@b.example", ""],
      ["c@b.example", "1, 2"],
    ];
    expect(await table(lines)).toEqual(expected);
    expect(await table(lines.replaceAll("\n", "\r"))).toEqual(expected);
    expect(await table(Buffer.from(`\uFEFF${lines}`))).toEqual(expected);
    // PowerShell writes UTF-16.
    expect(await table(Buffer.from(`\uFEFF${lines}`, "utf16le"))).toEqual(expected);
    expect(await table('{"rows":[{"email":"a@b.example"}]}\n{"email":"c@b.example"}')).toEqual([
      ["rows", "email"],
      ['[{"email":"a@b.example"}]', ""],
      ["", "c@b.example"],
    ]);
  });
});

describe("a row of JSON", () => {
  it.each([
    [
      "numbers as they are spelled",
      '{"a":9007199254740993,"b":-1.50,"c":1e400}',
      "9007199254740993|-1.50|1e400",
    ],
    [
      "numbers in text that is an envelope",
      '{"Body":"{\\"a\\":12345678901234567890}"}',
      "12345678901234567890",
    ],
    ["true, false and nothing", '{"a":true,"b":false,"c":null,"d":[null,1,"x"]}', "true|false||, 1, x"],
    ["lists of objects", '{"a":[{"b":["x",null]},"\\u00fc\\""]}', '[{"b":["x",null]},"ü\\""]'],
  ])("keeps %s", async (_what, text, cells) => {
    const [, row] = await table(`[${text}]`);
    expect(row?.join("|")).toBe(cells);
  });

  it.each([
    ["a key with a dot", '{"a.b":1,"a":{"b":2},"a.b (2)":3}', "a.b=1 a.b (2)=2 a.b (2) (2)=3"],
    ["keys that are numbers, in their order", '{"a":1,"2024":2,"9":{"1":3}}', "a=1 2024=2 9.1=3"],
    ["a key like an object's own", '{"a":1,"__proto__":3}', "a=1 __proto__=3"],
    [
      "a key of a recipient and of the event",
      '{"status":1,"xRecipients":[{"status":2}],"x":3}',
      "x=3 status=2 status (2)=1",
    ],
  ])("has a separate column for each value of %s", async (_what, text, expected) => {
    const [header = [], row = []] = await table(text);
    expect(header.map((name, at) => `${name}=${row[at]}`).join(" ")).toBe(expected);
  });

  it("has up to 2,000 columns, and more are refused", async () => {
    const wide = (keys: number) => `[{${Array.from({ length: keys }, (_, i) => `"k${i}":${i}`).join()}}]`;
    expect((await table(wide(2_000)))[1]?.at(-1)).toBe("1999");
    expect(await refusalOf(wide(2_001))).toBe("file_too_many_columns");
    const together = wide(1_500).replace("}]", "},{");
    expect(await refusalOf(`${together}${wide(1_500).replace("[{", "").replaceAll("k", "l")}`)).toBe(
      "file_too_many_columns",
    );
  });
});

describe("rows of JSON", () => {
  const TWO = "email,name\na@x.example,A\nb@x.example,B";
  const a = { email: "a@x.example", name: "A" };
  const b = { email: "b@x.example", name: "B" };
  const keyed = "key,email,name\n-Na,a@x.example,A\n-Nb,b@x.example,B";
  const written = (rows: string[][]) => rows.map((row) => row.join()).join("\n");

  it.each<[string, unknown, string]>([
    [
      "columns with row numbers (pandas)",
      { email: { 0: a.email, 1: b.email }, name: { 0: "A", 1: "B" } },
      TWO,
    ],
    [
      "columns with named rows (pandas)",
      { email: { u1: a.email, u2: b.email }, name: { u1: "A", u2: "B" } },
      TWO,
    ],
    ["columns as arrays", { email: [a.email, b.email], name: ["A", "B"] }, TWO],
    ["a column of row numbers", { email: { 0: a.email, 1: b.email } }, "email\na@x.example\nb@x.example"],
    ["row numbers as keys", { 0: a, 1: b }, "key,email,name\n0,a@x.example,A\n1,b@x.example,B"],
    [
      "a header beside rows",
      { columns: ["email", "name"], index: [0, 1], data: [Object.values(a), Object.values(b)] },
      TWO,
    ],
    ["objects by key (Firebase)", { "-Na": a, "-Nb": b }, keyed],
    ["objects by key, below another", { users: { "-Na": a, "-Nb": b } }, keyed],
    [
      "objects in objects by key",
      { u1: { profile: a }, u2: { profile: b } },
      "key,profile.email,profile.name\nu1,a@x.example,A\nu2,b@x.example,B",
    ],
    [
      "addresses as keys",
      { [a.email]: { name: "A" }, [b.email]: { name: "B" } },
      "key,name\na@x.example,A\nb@x.example,B",
    ],
    ["edges of GraphQL", { data: { customers: { edges: [{ node: a, cursor: "1" }, { node: b }] } } }, TWO],
    ["nodes of GraphQL", { data: { shop: { customers: { nodes: [a, b], totalCount: 2 } } } }, TWO],
    ["arrays with a header", [Object.keys(a), Object.values(a), Object.values(b)], TWO],
    [
      "arrays without a header",
      [Object.values(a), Object.values(b)],
      "column 1,column 2\na@x.example,A\nb@x.example,B",
    ],
    [
      "an array of addresses under a key",
      { list: "News", emails: [a.email, b.email] },
      "email\na@x.example\nb@x.example",
    ],
    [
      "lists by state",
      {
        stats: { sent: { 0: 1 } },
        active: [a],
        unsubscribed: [b],
        hard_bounces: [{ email: "c@x.example", status: 550 }],
        note: [],
      },
      "email,name,status,status (2)\na@x.example,A,active,\nb@x.example,B,unsubscribed,\nc@x.example,,hard_bounces,550",
    ],
    ["lists of the same name", { north: { people: [a] }, south: { people: [b] } }, TWO],
    [
      "addresses by state",
      { subscribed: [a.email], unsubscribed: [b.email] },
      "email,status\na@x.example,subscribed\nb@x.example,unsubscribed",
    ],
    [
      "a state and another key",
      { customers: [a], unsubscribed: { 0: b } },
      "email,name,status,key\na@x.example,A,customers,\nb@x.example,B,unsubscribed,0",
    ],
  ])("are found in %s", async (_what, value, expected) => {
    expect(written(await tableOf(value))).toBe(expected);
    expect(detectKind(Buffer.from(JSON.stringify(value, null, 2)), "a")).toBe("json");
  });

  it.each(["\n", "", "\r\n\r\n"])(
    "are found in objects on several lines, separated by %j",
    async (separator) => {
      const text = [a, b].map((row) => JSON.stringify(row, null, 2)).join(separator);
      expect(written(await table(text))).toBe(TWO);
    },
  );

  it("are found in arrays that follow each other", async () => {
    const text = `${JSON.stringify([a])}\n${JSON.stringify([a, b])}`;
    expect(written(await table(text))).toBe(TWO.replace(/^a@.*$/m, "$&\n$&"));
  });

  it("are the object itself if only one of two objects in it has an address", async () => {
    const value = { billing: { city: "Rome", email: "a@x.example" }, shipping: { city: "Oslo" } };
    expect((await tableOf(value)).length).toBe(2);
  });

  it("are never one person with the data of many", async () => {
    const people = Array.from(
      { length: 200 },
      (_, at) => [`k${at}`, { [`mail${at}`]: `p${at}@x.example` }] as const,
    );
    expect(await refusalOf(JSON.stringify(Object.fromEntries(people)))).toBe("file_not_a_list");
  });

  it("of different people lead to a question about their keys, which --sheet answers", async () => {
    const text = JSON.stringify({ total: 3, customers: [a, b], staff: [{ email: "s@x.example" }] });
    const { result } = await read(text, {}, "a.json");
    expect(result).toMatchObject({
      value: {
        rows: 2,
        sheet: "customers",
        sheets: ["customers", "staff"],
        questions: [
          {
            kind: "sheet",
            areKeys: true,
            assumed: "customers",
            alternatives: [
              { name: "customers", rows: 2 },
              { name: "staff", rows: 1 },
            ],
          },
        ],
      },
    });
    const staff = await read(text, { sheet: "staff" }, "a.json");
    expect(staff.result).toMatchObject({ value: { rows: 1, sheet: "staff" } });
    expect(staff.result.ok && staff.result.value.questions).toBeUndefined();
    const unknown = await read(text, { sheet: "none" }, "a.json");
    expect(unknown.result).toMatchObject({ problem: { code: "file_sheet_unknown" } });
  });
});

const sparse = (columns: number, rows: number) =>
  `[{${Array.from({ length: columns }, (_, i) => `"k${i}":1`).join()}}${",{}".repeat(rows)}]`;

it.each([
  ["a list of numbers", "[1,2]", "file_not_a_list"],
  ["a list of rows and numbers", '[{"a":1},2]', "file_not_a_list"],
  ["rows without a value", "[{},{}]", "file_not_a_list"],
  ["a word that is not JSON", '{"a":NaN}', "file_not_a_list"],
  ["an end within a value", '{"a":', "file_damaged"],
  ["an end after a value", '[{"a":1},{"a":2}', "file_damaged"],
  ["an object that is cut off after another", '{"a":1}\n{"a":', "file_damaged"],
  ["text after the end", '[{"a":1}] more', "file_not_a_list"],
  ["five million values in 20 MB", `[${"{},".repeat(5_000_000)}{"a":1}]`, "file_too_large"],
  ["letters in windows-1252", Buffer.from('[{"a":"\xfc"}]', "latin1"), "file_damaged"],
  ["half a character in UTF-16", Buffer.from('\uFEFF{"a":1}', "utf16le").subarray(0, -1), "file_damaged"],
  ["200,000 levels of objects", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, "file_not_a_list"],
  ["a million rows of 1,500 columns in 3 MB", sparse(1_500, 1_000_000), "archive too_large"],
])("JSON with %s is refused with a problem", async (_what, text, code) => {
  expect(await refusalOf(text)).toBe(code);
});
