import { describe, expect, it } from "vitest";
import { readOpen } from "../reading.ts";

/** Returns a list of 3,000 people whose `column` holds `last` in the last row and `others` in all others. */
const createList = (column: string, others: string, last: string) =>
  [
    `Email,${column},City`,
    ...Array.from({ length: 2_999 }, (_, i) => `p${i}@firm.example,${others},Bern`),
    `last@firm.example,${last},Bern`,
  ].join("\n");

const word = (text: string, rows: number, meaning: string | null) => ({ word: text, rows, meaning });

describe("reading a list", () => {
  it.each([
    ["Email Opt Out", "No", "Yes", "unsubscribed"],
    ["Abgemeldet", "Nein", "Ja", "unsubscribed"],
    ["Accepts Marketing", "yes", "no", null],
  ])("counts who opted out in all rows of %s", async (column, others, last, meaning) => {
    const { preflight } = await readOpen(createList(column, others, last));
    const words = [word(last, 1, meaning), word(others, 2_999, "nothing")];
    expect(preflight.questions).toEqual([
      { kind: "opt_outs", export: null, rows: 3_000, columns: [{ index: 1, name: column, words }] },
    ]);
  });

  it("finds a word of opting out after the sampled rows, in a column with any header", async () => {
    const { preflight } = await readOpen(createList("Tags", "vip", "vip; unsubscribed"));
    expect(preflight.questions).toMatchObject([
      {
        columns: [
          { hasItems: true, words: [word("unsubscribed", 1, "unsubscribed"), word("vip", 3_000, "nothing")] },
        ],
      },
    ]);
  });

  it("counts all dates as one value", async () => {
    const text = "Email,Unsubscribe Date\na@x.example,2024-03-01\nb@x.example,2024-04-01\nc@x.example,\n";
    const { preflight } = await readOpen(text);
    expect(preflight.questions).toMatchObject([
      { columns: [{ words: [{ ...word("2024-03-01", 2, "unsubscribed"), isTime: true }] }] },
    ]);
  });

  it("counts a word of opting out after more than a thousand other values", async () => {
    const rows = Array.from({ length: 1_500 }, (_, i) => `p${i}@x.example,tag ${i}`);
    const { preflight } = await readOpen(["Email,Tags", ...rows, "z@x.example,unsubscribed; vip"].join("\n"));
    const found = preflight.questions?.flatMap((one) => (one.kind === "opt_outs" ? one.columns : []));
    expect(found?.[0]?.words[0]).toEqual(word("unsubscribed", 1, "unsubscribed"));
  });

  it("asks nothing about letters if another column says the same about email", async () => {
    const text = "Email,Do not allow Emails,Do not allow Mails\na@x.example,Allow,Do Not Allow\n";
    expect((await readOpen(text)).preflight.questions).toBeUndefined();
  });

  it("without a header finds a word of opting out", async () => {
    const { preflight } = await readOpen("a@x.example,active\nb@x.example,unsubscribed\n");
    expect(preflight).toMatchObject({ hasHeader: false, questions: [{ kind: "opt_outs", rows: 2 }] });
  });

  it.each([
    ["Status", "Lead", "Customer"],
    ["Unsubscribed", "0", "false"],
    ["Email Opt Out", "", "?"],
  ])("asks nothing about the column %s with the values %j and %j", async (column, others, last) => {
    const { preflight } = await readOpen(createList(column, others, last));
    expect(preflight.questions).toBeUndefined();
  });

  it("asks nothing about opt-outs once the user has decided", async () => {
    const { preflight } = await readOpen(createList("Opted out", "no", "yes"), { optOutsAnswered: true });
    expect(preflight.questions).toBeUndefined();
  });

  it("asks about opt-outs beside verdicts", async () => {
    const text = "Email,ZB Status,Opted out\na@x.example,valid,yes\nb@x.example,invalid,no\n";
    const { preflight } = await readOpen(text, { readAs: "list" });
    expect(preflight.questions).toMatchObject([{ kind: "opt_outs" }]);
  });

  it("asks nothing about a verifier's words", async () => {
    const text = "Email,ZB Status,ZB Sub Status\na@x.example,do_not_mail,toxic\nb@x.example,valid,\n";
    const { preflight } = await readOpen(text, { readAs: "results" });
    expect(preflight.questions).toBeUndefined();
  });

  it("asks about the other columns of a known export, too", async () => {
    const text = [
      "Email,Email Marketing Consent,Klaviyo ID,Do not contact",
      "a@x.example,UNSUBSCRIBED,1,",
      "b@x.example,SUBSCRIBED,2,x",
    ].join("\n");
    const { preflight } = await readOpen(text);
    expect(preflight.questions).toMatchObject([
      {
        ...{ kind: "opt_outs", export: { source: "klaviyo", outcomes: { unsubscribed: 1 } } },
        columns: [{ name: "Do not contact", words: [word("x", 1, "unsubscribed")] }],
      },
    ]);
  });
});
