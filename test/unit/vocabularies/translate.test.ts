import { expect, test } from "vitest";
import { SOURCES, sourceNamed, translator } from "../../../electron/engine/vocabularies/index.ts";
import type { ColumnNames, Source } from "../../../electron/engine/vocabularies/types.ts";
import {
  DOCUMENTED,
  DOCUMENTED_WORDS,
  type Documented,
  type DocumentedRow,
  inOrder,
  rowsOf,
} from "./documented.ts";
import { SERVER_REPLIES } from "./server-replies.ts";

const LETTERS: Readonly<Record<string, string>> = {
  ...{ deliverable: "D", undeliverable: "U", accept_all: "A", unknown: "?" },
  ...{ "unknown role": "r", "unknown disposable": "d", "unknown free": "f", "unknown unwanted": "w" },
  ...{ "undeliverable syntax_error": "m", "undeliverable trap unwanted": "t", "unknown trap unwanted": "p" },
  ...{
    hard: "H",
    policy: "B",
    soft: "S",
    unsubscribed: "N",
    complained: "C",
    suppressed: "M",
    opened: "O",
    clicked: "K",
    perhaps_hard: "h",
    sent: "X",
  },
};

const names = (columns: ColumnNames) => (typeof columns === "string" ? [columns] : columns);

function translated(id: string, header: readonly string[], cells: DocumentedRow["cells"]) {
  const source = sourceNamed(id);
  if (source === null) throw new Error(`no source ${id}`);
  return translator(source, header)?.(inOrder(header, cells, 1));
}

const TABLES: readonly Documented[] = [
  ...DOCUMENTED,
  ...DOCUMENTED_WORDS.map((one) => {
    const columns = rowsOf(one).flatMap(({ cells }) => Object.keys(cells));
    return { ...one, header: [...new Set([recipientOf(one.source), ...columns])] };
  }),
];

function recipientOf(id: string): string {
  return names(sourceNamed(id)?.recipient ?? "Email")[0] ?? "";
}

function letterOf(one: Documented, cells: DocumentedRow["cells"]): string {
  const said = translated(one.source, one.header, cells);
  if (said?.says === "verdict") return LETTERS[[said.verdict, ...said.flags].join(" ")] ?? "none";
  if (said?.says === "outcome") return LETTERS[said.outcome] ?? "";
  return said?.says === "nothing" ? "-" : `unrecognised: ${said?.word}`;
}

const spelt: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => ` ${word.toLowerCase()} `,
  (word) => (/^\d{4}-/.test(word) ? word : `"${word}"`),
];

test.each(TABLES.map((one) => [`${one.source} (${one.status})`, one] as const))(
  "the words of %s have their documented meaning in any spelling",
  (_, one) => {
    for (const { cells, letter } of rowsOf(one)) {
      for (const spelling of spelt) {
        const word = spelling(cells[one.status] ?? "");
        expect([word, letterOf(one, { ...cells, [one.status]: word })]).toEqual([word, letter]);
      }
      expect(
        letterOf(one, Object.fromEntries(Object.entries(cells).map(([k, v]) => [k, v.toUpperCase()]))),
      ).toBe(letter);
    }
  },
);

const ZB = ["Email", "ZB Status", "ZB Sub Status", "ZB Free Email"];

test("flags are read from columns too, and the source's own words are kept beside the verdict", () => {
  const cells = { "ZB Status": "valid", "ZB Sub Status": "accept_all", "ZB Free Email": "true" };
  expect(translated("zerobounce", ZB, cells)).toMatchObject({
    ...{ verdict: "accept_all", flags: ["free"], word: "valid", words: "valid / accept_all", at: null },
  });
});

test("a word outside the vocabulary is reported as unrecognised, not guessed", () => {
  expect(translated("zerobounce", ZB, { "ZB Status": "perfect" })).toEqual({
    says: "unrecognised",
    word: "perfect",
  });
  expect(translated("zerobounce", ZB, { "ZB Status": "valid", "ZB Sub Status": "lucky" })).toEqual({
    ...{ says: "unrecognised", word: "valid / lucky" },
  });
  expect(translated("zerobounce", ZB, { "ZB Status": " " })).toEqual({ says: "nothing", word: "" });
  expect(translated("postmark-bounces", ["Email", "Type", "TypeCode"], { Type: "Eclipse" })).toEqual({
    ...{ says: "unrecognised", word: "Eclipse" },
  });
});

const CLEAROUT = ["Email", "Clearout Verification Status", "Clearout Verified At (UTC)"];
test.each([
  ["clearout", CLEAROUT, "2024-03-01 10:11:12", Date.UTC(2024, 2, 1, 10, 11, 12)],
  ["clearout", CLEAROUT, "yesterday", null],
  ["clearout", CLEAROUT, "2024-02-30 10:11:12", null],
  ["clearout", CLEAROUT, "", null],
  [
    "service",
    ["Email", "Verification Result", "Verified At"],
    "2024-03-01T10:11:12.000Z",
    Date.UTC(2024, 2, 1, 10, 11, 12),
  ],
  [
    "service",
    ["Email", "Verification Result", "Verified At"],
    "2024-03-01T10:11:12+02:00",
    Date.UTC(2024, 2, 1, 8, 11, 12),
  ],
])("%s: the time in %j written %j is read, or left empty when it is unclear", (id, header, written, at) => {
  const word: Readonly<Record<string, string>> = { clearout: "Valid", service: "unknown" };
  const status = header.find((name) => /status|result/i.test(name)) ?? "";
  const time = header.find((name) => /at\b|at \(|date|created/i.test(name)) ?? "";
  expect(translated(id, header, { [status]: word[id] ?? "", [time]: written })).toMatchObject({ at });
});

test.each<[string, Record<string, string>, number | null]>([
  ["mailchimp", { CLEAN_TIME: "2024-03-01 10:11:12" }, Date.UTC(2024, 2, 1, 10, 11, 12)],
  ["sendgrid", { status: "5.1.1", created: "1709287872" }, 1_709_287_872_000],
  ["mailgun-bounces", { created_at: "Fri, 01 Mar 2024 10:11:12 UTC" }, Date.UTC(2024, 2, 1, 10, 11, 12)],
  [
    "postmark-suppressions",
    { SuppressionReason: "HardBounce", CreatedAt: "2024-03-01T10:11:12-05:00" },
    Date.UTC(2024, 2, 1, 15, 11, 12),
  ],
  // The time of consent is not the time of the unsubscribe.
  [
    "klaviyo",
    { "Email Marketing Consent": "UNSUBSCRIBED", "Email Marketing Consent Timestamp": "2024-03-01 10:11:12" },
    null,
  ],
])("the time of an outcome in an export of %s is the time of the event, or empty", (id, cells, at) => {
  const header = DOCUMENTED.find(({ source }) => source === id)?.header ?? [];
  expect(
    translated(id, [...header, ...Object.keys(cells).filter((name) => !header.includes(name))], cells),
  ).toMatchObject({
    ...{ says: "outcome", at },
  });
});

/** Sources that quote server replies: their cells for a reply, and their outcome if the reply is unclear. */
const QUOTING: readonly (readonly [string, (reply: string) => DocumentedRow["cells"], string])[] = [
  [
    "ses",
    (diagnosticCode) => ({
      ...{ notificationType: "Bounce", bounceType: "Permanent", bounceSubType: "General" },
      diagnosticCode,
    }),
    "hard",
  ],
  ["sendgrid", (reason) => ({ reason }), "suppressed"],
  ["sendgrid-events", (reason) => ({ event: "bounce", type: "blocked", reason }), "policy"],
  ["mailgun-bounces", (error) => ({ code: "550", error }), "hard"],
  [
    "mailgun-events",
    (message) => ({ event: "failed", severity: "permanent", "delivery-status.message": message }),
    "perhaps_hard",
  ],
  ["campaign-monitor", (Reason) => ({ BounceType: "Hard", Reason }), "hard"],
  ["hubspot-unsubscribes-and-bounces", (reply) => ({ "Portal Bounce": reply || "TRUE" }), "hard"],
];
const QUOTING_HEADERS: Readonly<Record<string, readonly string[]>> = {
  "mailgun-events": ["event", "recipient", "timestamp", "severity", "delivery-status.message"],
  "campaign-monitor": ["EmailAddress", "BounceType", "Date", "Reason"],
};

test.each(QUOTING)(
  "%s: a server's reply decides the outcome, or the source's own word if the reply is unclear",
  (id, cellsOf, otherwise) => {
    const header = QUOTING_HEADERS[id] ?? DOCUMENTED.find(({ source }) => source === id)?.header ?? [];
    const wrong = SERVER_REPLIES.map(([reply, outcome]) => ({
      reply,
      expected: outcome ?? otherwise,
      said: translated(id, header, cellsOf(reply)),
    })).filter(({ said, expected }) => said?.says !== "outcome" || said.outcome !== expected);
    expect(wrong).toEqual([]);
  },
);

test.each([
  ["ses", "5.0.0", "smtp; 550 your host is listed in an RBL", "policy"],
  ["ses", "5.0.0", "smtp; 550 JunkMail rejected", "policy"],
  ["ses", "5.0.0", "smtp; 550 a wording of the future", "hard"],
  ["sendgrid", "550", "550 No user found", "hard"],
  ["sendgrid", "5.0.0", "554 delivery error: dd This user doesn't have a yahoo.com account", "hard"],
  ["sendgrid", "", "a wording of the future", "suppressed"],
  ["sendgrid", "5.0.0", "550 a wording of the future", "suppressed"],
])("%s with the status %j and the reply %j means %s", (id, status, reply, outcome) => {
  const header = DOCUMENTED.find(({ source }) => source === id)?.header ?? [];
  const cells = { status, reason: reply, diagnosticCode: reply };
  const bounce = { notificationType: "Bounce", bounceType: "Permanent", bounceSubType: "General" };
  expect(translated(id, header, { ...cells, ...bounce })).toMatchObject({ says: "outcome", outcome });
});

test.each(["complaintFeedbackType", "complaint.complaintFeedbackType"])(
  "a complaint to Amazon SES with not-spam in %s is not a spam report",
  (column) => {
    const header = ["eventType", "emailAddress", "complaint.feedbackId", column];
    const said = (type: string) => translated("ses", header, { eventType: "Complaint", [column]: type });
    expect(said("not-spam")).toEqual({ says: "nothing", word: "not-spam" });
    for (const type of ["abuse", "fraud", "other", "a type of the future", ""])
      expect(said(type)).toMatchObject({ says: "outcome", outcome: "complained" });
  },
);

const YES_OR_NO = ["yes", "true", "1", "y", "no", "false", "0", "n", "unknown"];

/** Returns the words that decide the meaning of a row of `source`, each with its columns. */
function wordsOf(source: Source): (readonly [ColumnNames, string])[] {
  if (source.kind !== "verdicts")
    return source.signs.flatMap((sign) =>
      sign.read === "word" ? Object.keys(sign.words).map((word) => [sign.column, word] as const) : [],
    );
  return Object.entries(source.words).flatMap(([word, meaning]) => {
    const further = typeof meaning === "object" && "by" in meaning ? Object.keys(meaning.when) : [];
    return [
      [source.status, word] as const,
      ...(typeof meaning === "object" && "by" in meaning
        ? further.filter((one) => !YES_OR_NO.includes(one)).map((one) => [meaning.by, one] as const)
        : []),
    ];
  });
}

test.each(SOURCES)("every word of $id is documented", (source) => {
  const spelling = (text: string) => text.toLowerCase().replace(/[ _-]+/g, " ");
  const documented = TABLES.filter((one) => one.source === source.id).flatMap(rowsOf);
  const undocumented = wordsOf(source).filter(
    ([columns, word]) =>
      !documented.some(({ cells }) =>
        names(columns).some((column) => spelling(cells[column] ?? "") === spelling(word)),
      ),
  );
  expect(undocumented).toEqual([]);
});
