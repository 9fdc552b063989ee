import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { observedIn } from "../../../electron/engine/forecast/observed.ts";
import { mailingsIn } from "../../../electron/engine/memory/mailings.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { suiteFolder } from "../../support/folders.ts";
import { type InProcess, openInProcess, readList, unwrap } from "../../support/in-process.ts";

const top = suiteFolder();
let folder: string;
let at: InProcess;
let files = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(top, "data-"));
  // Nobody answers there: importing asks the service nothing.
  at = unwrap(
    await openInProcess(folder, { session: { baseUrl: "http://127.0.0.1:9", apiKey: "mailings-key" } }),
  );
});
afterEach(() => at.close());

const DAY = 24 * 3600_000;
const day = (number: number) => Date.UTC(2026, 0, number, 12);

async function taken(text: string, more: { as?: string; assumedAt?: number } = {}) {
  const name = `file-${++files}.csv`;
  writeFileSync(join(top, name), text);
  const listId = await readList(at, join(top, name));
  return unwrap(await at.call("memory.import", { listId, name, ...more }));
}

/** A list that was sent on that day. */
const sent = (on: number, ...people: string[]) =>
  taken(`Email\n${people.join("\n")}\n`, { as: "sent", assumedAt: day(on) });

/** Bounces as SendGrid writes them, because of the address. */
const bounced = (...rows: [email: string, on: number][]) =>
  taken(
    [
      "status,reason,email,created",
      ...rows.map(([email, on]) => `5.1.1,user unknown,${email},${day(on) / 1000}`),
    ]
      .join("\n")
      .concat("\n"),
  );

/** Each mailing by name, oldest first: to how many, and how many bounced; null: nothing was heard of it. */
async function mailings() {
  const told = unwrap(await at.call("forecast.mailings", {}));
  return told.mailings
    .reverse()
    .map(({ sent: to, bounced: back, isReported }) => [to, isReported ? back : null]);
}

/** What is gone by of all mailings, in all. */
function observed() {
  const cells = unwrap(observedIn(layoutOf(folder))).observed;
  const sum = (of: "sent" | "bounced") => cells.reduce((all, cell) => all + cell[of], 0);
  return { sent: sum("sent"), bounced: sum("bounced") };
}

describe("a list that was sent", () => {
  it("bounced where mail came back after it, and before the address was sent to again", async () => {
    await sent(10, "ann@a.example", "bob@a.example", "cy@a.example", "dan@a.example");
    await bounced(["ann@a.example", 11], ["bob@a.example", 5]);
    await sent(20, "cy@a.example", "dan@a.example");
    await bounced(["cy@a.example", 21]);
    expect(await mailings()).toEqual([
      [4, 1],
      [2, 1],
    ]);
    expect(observed()).toEqual({ sent: 6, bounced: 2 });
  });

  it("counts for nothing until something is heard of it", async () => {
    await sent(10, "ann@a.example", "bob@a.example");
    expect(await mailings()).toEqual([[2, null]]);
    expect(observed()).toEqual({ sent: 0, bounced: 0 });
    await bounced(["ann@a.example", 10]);
    expect(observed()).toEqual({ sent: 2, bounced: 1 });
  });

  it("takes a report of the same day that names no hour", async () => {
    await sent(10, "ann@a.example");
    await taken(
      `status,reason,email,created\n5.1.1,user unknown,ann@a.example,${Date.UTC(2026, 0, 10) / 1000}\n`,
    );
    expect(await mailings()).toEqual([[1, 1]]);
  });

  it("is one mailing with another that holds the same people and that no report came between", async () => {
    await sent(10, "ann@a.example", "bob@a.example");
    await sent(11, "bob@a.example", "cy@a.example");
    await bounced(["bob@a.example", 12]);
    // Bob was sent to once, whichever of the two it was.
    expect(observed()).toEqual({ sent: 3, bounced: 1 });
  });

  it("keeps what came back of a later mailing apart, also where it is noted after that", async () => {
    await sent(20, "ann@a.example", "bob@a.example");
    await bounced(["ann@a.example", 21]);
    await sent(10, "ann@a.example", "bob@a.example", "cy@a.example");
    expect(await mailings()).toEqual([
      [3, null],
      [2, 1],
    ]);
  });

  it("is noted once more under its new date where nothing was heard of it", async () => {
    await sent(10, "ann@a.example");
    expect(await sent(12, "ann@a.example")).toMatchObject({ isNew: false });
    await bounced(["ann@a.example", 13]);
    expect(await sent(14, "ann@a.example")).toMatchObject({ isNew: true });
    const told = unwrap(await at.call("forecast.mailings", {})).mailings;
    expect(told.map((one) => one.at)).toEqual([day(14), day(12)]);
  });

  it("goes by the verdict of its time, and by none where there was none", async () => {
    const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
    const listId = await readList(
      at,
      writtenIn("Email,ZB Status\nann@a.example,valid\nbob@a.example,catch-all\n"),
    );
    unwrap(await at.call("lists.read", { listId, options: { readAs: "results", resultsOf: "zerobounce" } }));
    const options = { reuseKnown: true, suppress: true, limit: null, assumedAt: day(9) };
    unwrap(await at.call("cleanings.start", { listId, accountId, options, agreedCredits: 0 }));
    await sent(8, "ann@a.example");
    await bounced(["ann@a.example", 8]);
    await sent(10, "ann@a.example", "bob@a.example");
    await bounced(["bob@a.example", 10]);
    const cells = unwrap(observedIn(layoutOf(folder))).observed;
    expect(cells.map(({ verdict, sent: to, bounced: back }) => [verdict, to, back]).sort()).toEqual([
      ["accept_all", 1, 1],
      ["deliverable", 1, 0],
      ["none", 1, 1],
    ]);
  });

  it("is dropped if 24 were sent after it", async () => {
    for (let on = 1; on <= 25; on++) await sent(on, `p${on}@a.example`);
    const sentTo = unwrap(mailingsIn(layoutOf(folder))).map((one) => one.address(0));
    expect(sentTo).toEqual(Array.from({ length: 24 }, (_, at) => `p${at + 2}@a.example`));
  });

  it("is forgotten with whoever is erased", async () => {
    await sent(10, "ann@a.example", "bob@a.example");
    await bounced(["ann@a.example", 10]);
    unwrap(await at.call("memory.erase", { entries: ["bob@a.example"] }));
    expect(observed()).toEqual({ sent: 1, bounced: 1 });
  });
});

it("a service's own account of what it sent is a mailing, without any other word", async () => {
  const events = [
    ["delivered", "ann@a.example", ""],
    ["delivered", "bob@a.example", ""],
    ["failed", "cy@a.example", "5.1.1"],
    ["opened", "ann@a.example", ""],
  ].map(([event, recipient, code], number) =>
    JSON.stringify({
      ...{ event, recipient, timestamp: (day(10) + number) / 1000, "log-level": "info" },
      "delivery-status": { "enhanced-code": code, message: code === "" ? "" : "user unknown" },
    }),
  );
  const path = join(top, `events-${++files}.jsonl`);
  writeFileSync(path, `${events.join("\n")}\n`);
  const listId = await readList(at, path);
  expect(unwrap(await at.call("memory.import", { listId, name: "events" }))).toMatchObject({
    outcomes: { sent: 2, hard: 1, opened: 1 },
  });
  expect(await mailings()).toEqual([[3, 1]]);
  expect(day(11) - day(10)).toBe(DAY);
});

it("services are compared where two had judged the same addresses before they were sent to", async () => {
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const people = Array.from({ length: 40 }, (_, number) => `p${number}@a.example`);
  const verdicts = async (status: string, of: string, words: (number: number) => string) => {
    const rows = people.map((address, number) => `${address},${words(number)}`);
    const listId = await readList(
      at,
      writtenIn(`Email,${status}\n${rows.join("\n")}\nother@a.example,${words(0)}\n`),
    );
    unwrap(await at.call("lists.read", { listId, options: { readAs: "results", resultsOf: of } }));
    const options = { reuseKnown: true, suppress: true, limit: null, assumedAt: day(1) };
    unwrap(await at.call("cleanings.start", { listId, accountId, options, agreedCredits: 0 }));
  };
  // The first ten bounce: one service knew of all of them, the other of none, and of the others it is not sure.
  await verdicts("ZB Status", "zerobounce", (number) => (number < 10 ? "invalid" : "valid"));
  expect((await told()).services).toEqual([]);
  await verdicts("Verification Result", "service", (number) => (number < 10 ? "deliverable" : "unknown"));
  await sent(5, ...people);
  await bounced(...people.slice(0, 10).map((address): [string, number] => [address, 6]));
  const counts = (await told()).services.map(({ name, addresses, caught, condemned, abstained, missed }) => [
    ...[name, addresses],
    ...[caught, condemned, abstained, missed].map(({ count, of }) => `${count}/${of}`),
  ]);
  expect(counts).toEqual([
    ["ZeroBounce", 40, "10/10", "0/30", "0/40", "0/30"],
    ["your verification service", 40, "0/10", "0/30", "30/40", "10/10"],
  ]);
});

async function told() {
  return unwrap(await at.call("forecast.mailings", {}));
}

function writtenIn(text: string): string {
  const path = join(top, `file-${++files}.csv`);
  writeFileSync(path, text);
  return path;
}
