import { describe, expect, it } from "vitest";
import { csvOfJson } from "../../../../electron/engine/lists/intake/json.ts";
import { recognise } from "../../../../electron/engine/vocabularies/index.ts";

const tableOf = (value: unknown) => table(JSON.stringify(value));
const table = (text: string) =>
  (csvOfJson(text) ?? "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));

/** Whose events they are taken for, and what these say. */
function seen(value: unknown) {
  const [header = [], ...rows] = tableOf(value);
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
  it("becomes a row for each recipient of a notification, wrapped or not", () => {
    const wrapped = { Type: "Notification", Message: JSON.stringify(bounce("General", "cy@dead.example")) };
    const [header = [], ...rows] = tableOf([
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
      expect(seen(one)).toEqual({ source: "ses", outcomes: { hard: 1 } });
  });

  it.each([
    [
      "a webhook of SendGrid",
      [{ email: "a@b.example", event: "bounce", sg_event_id: "1", timestamp: 1_700_000_000, type: "bounce" }],
      { source: "sendgrid-events", outcomes: { hard: 1 } },
    ],
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
      "blocked contacts of Brevo",
      {
        contacts: [{ email: "a@b.example", reason: { code: "hardBounce" }, blockedAt: "2026-01-01" }],
        count: 1,
      },
      { source: "brevo-blocked", outcomes: { hard: 1 } },
    ],
    [
      "bounces of listmonk",
      {
        data: {
          results: [
            {
              email: "a@b.example",
              type: "soft",
              source: "api",
              created_at: "2026-01-01",
              campaign: { id: 1 },
            },
            {
              email: "c@b.example",
              type: "hard",
              source: "api",
              created_at: "2026-01-01",
              campaign: { id: 1 },
            },
          ],
        },
      },
      { source: "listmonk-bounces", outcomes: { soft: 1, hard: 1 } },
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
  ])("of %s is recognised", (_what, value, expected) => {
    expect(seen(value)).toEqual(expected);
  });

  it.each([
    ["SNS in SQS", (event: string) => ({ Messages: [{ Body: JSON.stringify({ Message: event }) }] })],
    [
      "SNS in Lambda",
      (event: string) => ({ Records: [{ EventSource: "aws:sns", Sns: { Message: event } }] }),
    ],
    ["SQS in Lambda", (event: string) => ({ Records: [{ body: event }] })],
  ])("is taken out of the envelopes of %s", (_, envelope) => {
    const event = JSON.stringify(bounce("General", "ann@dead.example"));
    expect(seen(envelope(event))).toEqual({ source: "ses", outcomes: { hard: 1 } });
  });

  it("has the records of every list in an object, not only of the first", () => {
    const of = (email: string) => [{ email, kind: "bounce" }];
    const value = { links: [{ rel: "next" }], hard: of("a@b.example"), soft: of("c@b.example") };
    const [, ...rows] = tableOf(value);
    expect(rows.map(([email]) => email)).toEqual(["a@b.example", "c@b.example"]);
  });

  it("is read a line each, too, and is no list without rows", () => {
    expect(table('{"email":"a@b.example"}\n\n{"email":"c@b.example","n":{"m":[1,2]}}\n')).toEqual([
      ["email", "n.m"],
      ["a@b.example", ""],
      ["c@b.example", '"1', ' 2"'],
    ]);
    for (const text of ["[1,2]", '"text"', '{"a":', "[]", '{"a":1}\n[2]']) expect(csvOfJson(text)).toBeNull();
  });
});
