import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import Papa from "papaparse";
import { describe, expect, it, test } from "vitest";
import { importFile } from "../../../../electron/engine/lists/intake/copy.ts";
import { readMessage } from "../../../../electron/engine/lists/intake/mail-reports.ts";
import { MAX_MESSAGE_BYTES, messagesIn } from "../../../../electron/engine/lists/intake/mailbox.ts";
import { layoutOf } from "../../../../electron/engine/store/index.ts";
import { recognise, sourceNamed, translator } from "../../../../electron/engine/vocabularies/index.ts";
import { testFolder } from "../../../support/folders.ts";
import { root } from "../../../support/winnow.ts";
import { read } from "../reading.ts";

const FIXTURES = join(root, "test/fixtures/mail");
const fixture = (name: string) => readFileSync(join(FIXTURES, `${name}.eml`));
const joinFixtures = (...names: string[]) =>
  names.map((name) => `From - Thu Nov 05 09:00:00 2026\n${fixture(name).toString("latin1")}\n\n`).join("");

/** Reads mail as a list and returns its table. */
async function tableOf(bytes: Uint8Array | string, name = "mail.mbox") {
  const { result, list } = await read(bytes, {}, name);
  if (!result.ok) throw new Error(result.problem.detail);
  const [header = [], ...rows] = Papa.parse<string[]>(
    readFileSync(list.records, "utf8").slice(1).trim(),
  ).data;
  return { preflight: result.value, header, rows };
}

const HEADER = ["Recipient", "Report", "Action", "Status", "Reply", "Date", "Message"];

/** Returns the recipient and the outcome of each row. */
function outcomesIn({ header, rows }: { header: string[]; rows: string[][] }) {
  const source = sourceNamed("bounce-messages");
  const translate = source === null ? null : translator(source, header);
  return rows.map((row) => {
    const translated = translate?.(row);
    const outcome = translated?.says === "outcome" ? translated.outcome : translated?.says;
    return `${row[0]} ${outcome}`.trim();
  });
}

const unknown = "unknown.bob@kunde.example hard";
const ordinary = "nothing";

test.each<[string, string, ...string[]]>([
  ["postfix-unknown", "2026-11-29T16:51:09.000Z", unknown],
  ["postfix-full", "2026-11-29T16:51:09.000Z", "full.cy@kunde.example soft"],
  ["postfix-policy", "2026-11-29T16:51:10.000Z", "policy.di@kunde.example policy"],
  // The final recipient is the address that the mail was forwarded to.
  ["postfix-forwarded", "2026-11-29T16:51:10.000Z", "anna.alt@kunde.example hard"],
  [
    "postfix-several",
    "2026-11-29T16:51:10.000Z",
    "full.fay@kunde.example soft",
    "policy.gil@kunde.example policy",
    "unknown.eve@kunde.example hard",
  ],
  ["postfix-relayed", "2026-11-29T16:51:10.000Z", "ok.hal@kunde.example nothing"],
  ["postfix-delayed", "2026-11-29T16:51:17.000Z", "slow.ina@kunde.example soft"],
  ["postfix-expired", "2026-11-29T16:51:29.000Z", "slow.ina@kunde.example soft"],
  ["postfix-text", "2026-11-05T08:00:06.000Z", "jana@kunde.example hard"],
  ["postfix-text-delayed", "2026-11-05T12:00:06.000Z", "karl@kunde.example soft"],
  ["exim-unknown", "2026-11-29T16:52:09.000Z", unknown],
  ["exim-full", "2026-11-29T16:52:09.000Z", "full.cy@kunde.example soft"],
  ["exim-policy", "2026-11-29T16:52:09.000Z", "policy.di@kunde.example policy"],
  [
    "exim-several",
    "2026-11-29T16:52:09.000Z",
    "unknown.eve@kunde.example hard",
    "full.fay@kunde.example soft",
  ],
  ["exim-delayed", "2026-11-29T16:52:13.000Z", "slow.ina@kunde.example soft"],
  ["exim-text", "2026-11-05T08:00:09.000Z", "lena@kunde.example hard", "max@kunde.example policy"],
  ["qmail-text", "2026-11-05T08:00:05.000Z", "hugo@kunde.example hard", "ida@andere.example soft"],
  ["gmail-failed", "2026-11-05T08:30:56.000Z", "bob@gmail.example hard"],
  ["gmail-text", "2026-11-05T08:30:56.000Z", "cy@kunde.example hard"],
  ["gmail-without-fields", "2026-11-05T08:30:56.000Z", "dora@kunde.example perhaps_hard"],
  ["exchange-german", "2026-11-05T08:31:02.000Z", "emil.gruen@firma.example hard"],
  ["exchange-french", "2026-11-05T08:32:10.000Z", "florence.petit@entreprise.example soft"],
  ["exchange-text", "2026-11-05T08:31:02.000Z", "greta@firma.example hard"],
  ["ses-failed", "2026-11-05T08:00:11.000Z", "nora@kunde.example hard"],
  ["smtputf8-failed", "2026-11-05T08:00:11.000Z", "jürgen@kunde.example hard"],
  ["complaint-yahoo", "2026-11-05T12:00:00.000Z", "olga@yahoo.example complained"],
  ["complaint-removal", "2026-11-05T12:00:00.000Z", "paul@isp.example unsubscribed"],
  ["complaint-in-message", "2026-11-05T12:00:00.000Z", "quinn@isp.example complained"],
  ["complaint-hotmail", "2026-11-05T23:34:45.000Z", "sven@hotmail.example complained"],
  // The enclosed message only names the sender.
  ["complaint-redacted", "2026-11-05T12:00:00.000Z", "complained"],
  ["complaint-not-spam", "2026-11-05T12:00:00.000Z", "rita@isp.example nothing"],
  ["ordinary-vacation", "2026-11-05T08:01:00.000Z", ordinary],
  ["ordinary-subscriber", "2026-11-05T08:05:00.000Z", ordinary],
  ["ordinary-forwarded", "2026-11-05T08:06:00.000Z", ordinary],
  ["ordinary-read-receipt", "2026-11-05T08:07:00.000Z", ordinary],
  ["ordinary-postmaster", "2026-11-05T08:08:00.000Z", ordinary],
])("%s.eml of %s: %s", async (name, date, ...outcomes) => {
  const read = await readMessage(fixture(name));
  const rows = read.map((row) => [
    row.recipient,
    row.report,
    row.action,
    row.status,
    row.reply,
    row.date,
    "1",
  ]);
  expect(outcomesIn({ header: HEADER, rows })).toEqual(outcomes);
  expect(new Set(read.map((row) => row.date))).toEqual(new Set([date]));
});

it("every message fixture is in the table above", () => {
  expect(readdirSync(FIXTURES).length).toBe(36);
});

describe("a mailbox", () => {
  it("is recognised as bounces, and asks before it is cleaned as a list", async () => {
    const { preflight, header, rows } = await tableOf(joinFixtures("postfix-unknown", "ordinary-vacation"));
    expect(preflight.questions).toMatchObject([
      { kind: "outcomes", source: "bounce-messages", sure: "certain" },
    ]);
    expect(preflight.columns[preflight.addressColumn ?? -1]?.name).toBe("Recipient");
    expect(recognise(header, rows).map(({ source }) => source)).toEqual(["bounce-messages"]);
    expect(header).toEqual(HEADER);
    expect(rows[1]).toEqual(["", "other mail", "", "", "", "2026-11-05T08:01:00.000Z", "2"]);
  });

  it.each([
    ["with CRLF", (text: string) => text.replace(/\r?\n/g, "\r\n")],
    [
      "of Gmail",
      (text: string) =>
        text.replace(
          /^From - .*$/gm,
          "From 1786545687364747391@xxx Thu Nov 05 09:00:00 +0000 2026\nX-GM-THRID: 1786545687364747391\nX-Gmail-Labels: Inbox",
        ),
    ],
    ["of Thunderbird", (text: string) => text.replace(/^From - .*$/gm, "From ")],
    [
      "with quoted lines in its header",
      (text: string) => text.replace(/^(From - .*)$/gm, "$1\n>From sender Thu Nov 05 09:00:00 2026"),
    ],
    ["in gzip", (text: string) => gzipSync(Buffer.from(text, "latin1"))],
    ["in a zip", (text: string) => zipSync({ "Takeout/Mail/Bounces.mbox": strToU8(text) })],
  ])("%s is split into its messages", async (_how, change) => {
    const text = joinFixtures("postfix-unknown", "ordinary-subscriber", "qmail-text", "complaint-yahoo");
    expect(outcomesIn(await tableOf(change(text)))).toEqual([
      unknown,
      ordinary,
      "hugo@kunde.example hard",
      "ida@andere.example soft",
      "olga@yahoo.example complained",
    ]);
  });

  it("is not split at sentences that begin with From, quoted or not", async () => {
    const sentences = [
      "From today on we are closed.",
      "",
      "From 12:30 on we are open.",
      "",
      "See you",
      "From 12:30 on",
      "Door: open",
      "",
      "From: shop",
      "",
    ];
    const body = `\n\nFrom the start\n>From - Thu Nov 05 09:00:00 2026\n${sentences.join("\n")}`;
    const table = await tableOf(
      `${joinFixtures("ordinary-subscriber").trimEnd()}${body}\n\n${joinFixtures("gmail-text")}`,
    );
    expect(outcomesIn(table)).toEqual([ordinary, "cy@kunde.example hard"]);
  });

  it("is split the same wherever the pieces end in which it is read", () => {
    const folder = testFolder();
    const message = (size: number) =>
      `From - Thu Nov 05 09:00:00 2026\nSubject: ${size}\n\n${"x".repeat(size)}\n\n`;
    for (const shift of [...Array(120).keys()]) {
      const path = join(folder, `${shift}.mbox`);
      writeFileSync(path, message(1024 * 1024 - 2048 - 100 + shift) + message(10) + message(3000));
      expect([...messagesIn(path)].length, String(shift)).toBe(3);
    }
  });

  it("is read a few megabytes of each message at most", () => {
    const path = join(testFolder(), "large.mbox");
    const large = `${joinFixtures("postfix-unknown").trimEnd()}\n${"QUJD\n".repeat(2_000_000)}\n`;
    writeFileSync(path, large + joinFixtures("gmail-text"));
    const [first, second, third] = messagesIn(path);
    expect(first?.length).toBe(MAX_MESSAGE_BYTES);
    expect(second?.toString()).toContain("cy@kunde.example");
    expect(third).toBeUndefined();
  });
});

describe("damaged mail", () => {
  const report = fixture("postfix-several").toString();

  it("is ordinary mail if it is nested too deeply or its header has no end", async () => {
    const nested = Array.from(
      { length: 300 },
      (_, at) => `Content-Type: multipart/report; boundary="b${at}"\n\n--b${at}\n`,
    );
    expect(await readMessage(Buffer.from(nested.join("")))).toMatchObject([{ report: "other mail" }]);
    const endless = `Content-Type: multipart/report; boundary=b\nX: ${"x".repeat(3_000_000)}`;
    expect(await readMessage(Buffer.from(endless))).toMatchObject([{ report: "other mail" }]);
  });

  it("never throws, wherever it is cut off", async () => {
    for (let end = 0; end < report.length; end += 37) {
      const rows = await readMessage(Buffer.from(report.slice(0, end)));
      for (const { recipient } of rows) expect(recipient).not.toContain("sender");
    }
  });

  it("never takes the sender as recipient, in any text", async () => {
    const text = fixture("postfix-text")
      .toString()
      .replaceAll(/<jana.*$/gm, "<sender@shop.example>: returned");
    expect((await readMessage(Buffer.from(text))).map(({ recipient }) => recipient)).toEqual([""]);
  });
});

test("a report that names the sender as recipient has no recipient", async () => {
  const report = fixture("postfix-unknown").toString("latin1");
  const sender = /^To: <?([^<>\s]+@[^<>\s]+)>?/m.exec(report)?.[1] ?? "";
  const wrong = report.replace(/^((?:Final|Original)-Recipient: rfc822; ?)\S+/gim, `$1${sender}`);
  expect(await readMessage(Buffer.from(wrong, "latin1"))).toMatchObject([
    { recipient: "", report: "delivery report", action: "failed" },
  ]);
});

describe("a folder of messages", () => {
  const signal = new AbortController().signal;
  const importFrom = async (folder: string) => {
    const list = layoutOf(testFolder()).list("list-1");
    const result = await importFile(folder, "bounces", list, signal);
    return { result, list };
  };

  it("is read in name order with the folders below, without links and other files", async () => {
    const folder = testFolder();
    mkdirSync(join(folder, "b"));
    writeFileSync(join(folder, "c.eml"), fixture("complaint-yahoo"));
    writeFileSync(join(folder, "b", "1.EML"), `\uFEFF\r\n${fixture("gmail-text")}`);
    writeFileSync(join(folder, "a.eml"), fixture("exchange-german"));
    writeFileSync(join(folder, "notes.txt"), "ann@a.example");
    symlinkSync(join(FIXTURES, "postfix-unknown.eml"), join(folder, "d.eml"));
    const { result, list } = await importFrom(folder);
    expect(result.ok).toBe(true);
    const table = await tableOf(readFileSync(list.original), "bounces");
    expect(outcomesIn(table)).toEqual([
      "emil.gruen@firma.example hard",
      "cy@kunde.example hard",
      "olga@yahoo.example complained",
    ]);
  });

  it("without messages is refused as a folder", async () => {
    const { result } = await importFrom(testFolder());
    expect(result).toMatchObject({
      problem: { code: "file_unreadable", detail: expect.stringContaining("folder") },
    });
  });
});

it("a zip of messages is read as one mailbox", async () => {
  const names = ["gmail-failed", "qmail-text", "ordinary-vacation"];
  const files = Object.fromEntries(names.map((name) => [`out/${name}.eml`, new Uint8Array(fixture(name))]));
  const table = await tableOf(zipSync(files), "bounces.zip");
  expect(table.preflight.inside).toBe("3 messages");
  expect(outcomesIn(table)).toEqual([
    "bob@gmail.example hard",
    "hugo@kunde.example hard",
    "ida@andere.example soft",
    ordinary,
  ]);
});

it("mail without a report is refused with the number of messages", async () => {
  const { result } = await read(joinFixtures("ordinary-vacation", "complaint-redacted"), {}, "inbox.mbox");
  expect(result).toMatchObject({
    problem: { code: "file_no_reports", detail: expect.stringContaining("2 messages were passed over") },
  });
});

it("Outlook's own format is refused with an alternative", async () => {
  const { result } = await read(Buffer.from("d0cf11e0a1b11ae1", "hex"), {}, "bounce.msg");
  expect(result).toMatchObject({
    problem: { code: "file_not_a_list", action: expect.stringContaining("EML") },
  });
});
