import { describe, expect, it } from "vitest";
import { holdsReplies, proposeMapping } from "../../../electron/engine/vocabularies/index.ts";
import { SERVER_REPLIES } from "./server-replies.ts";

describe("a column of free text", () => {
  it("holds replies of mail servers if most of its cells are", () => {
    const replies = ["550 5.1.1 user unknown", "452 4.2.2 over quota", "host mx said: 550 no such user", ""];
    expect(holdsReplies("Text", replies)).toBe(true);
    expect(holdsReplies("Text", [...replies, "called", "will call again", "moved", "prefers mail"])).toBe(
      false,
    );
    expect(holdsReplies("Notes", replies)).toBe(false);
  });

  it("holds them in a few rows, and without codes, if its header says so", () => {
    const few = ["550 5.1.1 user unknown", ...Array.from({ length: 50 }, () => "")];
    expect(holdsReplies("Reason", few)).toBe(true);
    expect(holdsReplies("Info", few)).toBe(false);
    expect(holdsReplies("smtp_response", ["User unknown", "mailbox full"])).toBe(true);
    expect(holdsReplies("Reason", ["account closed", "user unknown"])).toBe(false);
  });

  it.each([
    ["streets", ["450 Lexington Avenue", "401 Pine Street, Seattle"]],
    ["notes", ["no longer employed", "user unknown to sales", "account closed in 2025"]],
    ["versions", ["Version 5.1.1", "5.1.1 stable release"]],
    ["phone numbers and prices", ["450 EUR deposit paid", "415 555 1234 ext 12", "5.10 per user"]],
    ["codes alone", ["550", "5.1.1"]],
    ["nothing", ["", ""]],
  ])("does not if it has %s", (_, cells) => {
    expect(holdsReplies("Info", cells)).toBe(false);
  });

  it("is recognised by the replies of real servers", () => {
    const coded = SERVER_REPLIES.map(([reply]) => reply).filter((reply) => /^[45]\d\d[ -]/.test(reply));
    expect(coded.length).toBeGreaterThan(20);
    expect(holdsReplies("", coded)).toBe(true);
  });
});

describe("a proposed mapping", () => {
  const propose = (header: readonly string[], ...rows: (readonly string[])[]) =>
    proposeMapping("file", header, rows, 0);

  it("has the column whose values are most often known results, with their meanings", () => {
    const mapping = propose(
      ["Address", "Plan", "Quality", "Tested", "Added"],
      ["ann@x.example", "Gold", "good", "11/20/2026", "2020-01-01"],
      ["bob@x.example", "Gold", "dead", "11/21/2026", "2020-01-01"],
      ["cy@x.example", "Free", "quantum", "", "2020-01-01"],
    );
    expect(mapping).toEqual({
      name: "file",
      address: "Address",
      date: "Tested",
      columns: [{ column: "Quality", words: { good: "deliverable", dead: "undeliverable" } }],
    });
  });

  it("reads a column of server replies as such, and prefers the date of the event", () => {
    const mapping = propose(
      ["To", "Sent", "Bounced at", "Why"],
      ["ann@x.example", "2026-11-01", "2026-11-02", "550 5.1.1 user unknown"],
    );
    expect(mapping).toMatchObject({ date: "Bounced at", columns: [{ column: "Why", read: "reply" }] });
  });

  it("doesn't mix verdicts with mailing results, which could not be imported", () => {
    const mapping = propose(
      ["To", "Result"],
      ["ann@x.example", "Failed"],
      ["bob@x.example", "Delivered"],
      ["cy@x.example", "ok"],
    );
    expect(mapping?.columns).toEqual([
      { column: "Result", words: { Failed: "perhaps_hard", Delivered: "sent" } },
    ]);
  });

  it.each([
    [["Email", "Registered", "Bounce Reason"], undefined],
    [["Email", "DOB", "Bounce Reason"], undefined],
    [["Email", "Datum", "Bounce Reason"], "Datum"],
    [["Email", "Bounced at", "Bounce Reason"], "Bounced at"],
  ])("has a date only from a column about the event: %j", (header, date) => {
    const mapping = propose(header, ["ann@x.example", "2019-05-03", "550 5.1.1 user unknown"]);
    expect(mapping?.date).toBe(date);
  });

  it("names a column without a unique header by its number", () => {
    const mapping = propose(["To", "", "X", "x"], ["ann@x.example", "bounced", "1", "2"]);
    expect(mapping).toMatchObject({ columns: [{ column: "#2", words: { bounced: "hard" } }] });
  });

  it("is not made if no value may be a result", () => {
    expect(propose(["Email", "City"], ["ann@x.example", "Bonn"])).toBeNull();
    expect(propose(["Email", "Status"], ["ann@x.example", "active"])).toBeNull();
  });
});
