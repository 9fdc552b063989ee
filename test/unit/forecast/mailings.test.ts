import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { observedIn } from "../../../electron/engine/forecast/observed.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { suiteFolder } from "../../support/folders.ts";
import { type InProcess, openInProcess, readList, unwrap } from "../../support/in-process.ts";

const top = suiteFolder();
let folder: string;
let at: InProcess;
let files = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(top, "data-"));
  // No service runs there: importing sends no requests.
  at = unwrap(
    await openInProcess(folder, {
      sessionAccount: { baseUrl: "http://127.0.0.1:9", apiKey: "mailings-key" },
    }),
  );
});
afterEach(() => at.close());

const DAY = 24 * 3600_000;
const day = (number: number) => Date.UTC(2026, 0, number, 12);

async function importFile(text: string, more: { as?: string; assumedAt?: number } = {}) {
  const name = `file-${++files}.csv`;
  writeFileSync(join(top, name), text);
  const listId = await readList(at, join(top, name));
  return unwrap(await at.call("memory.import", { listId, name, ...more }));
}

const importSent = (on: number, ...people: string[]) =>
  importFile(`Email\n${people.join("\n")}\n`, { as: "sent", assumedAt: day(on) });

const importBounces = (...rows: [email: string, on: number][]) =>
  importFile(
    [
      "status,reason,email,created",
      ...rows.map(([email, on]) => `5.1.1,user unknown,${email},${day(on) / 1000}`),
    ]
      .join("\n")
      .concat("\n"),
  );

/** Returns the recipients and bounces of each mailing, oldest first. Bounces are `null` without a report. */
async function mailings() {
  const told = unwrap(await at.call("forecast.mailings", {}));
  return told.mailings
    .reverse()
    .map(({ sent: to, bounced: back, isReported }) => [to, isReported ? back : null]);
}

/** Returns the totals that forecasts are based on. */
function observed() {
  const cells = unwrap(observedIn(layoutOf(folder))).observed;
  const sum = (of: "sent" | "bounced") => cells.reduce((all, cell) => all + cell[of], 0);
  return { sent: sum("sent"), bounced: sum("bounced") };
}

describe("a mailing", () => {
  it("counts the bounces between it and the next mailing to the same address", async () => {
    await importSent(10, "ann@a.example", "bob@a.example", "cy@a.example", "dan@a.example");
    await importBounces(["ann@a.example", 11], ["bob@a.example", 5]);
    await importSent(20, "cy@a.example", "dan@a.example");
    await importBounces(["cy@a.example", 21]);
    expect(await mailings()).toEqual([
      [4, 1],
      [2, 1],
    ]);
    expect(observed()).toEqual({ sent: 6, bounced: 2 });
  });

  it("does not affect forecasts until bounces are imported", async () => {
    await importSent(10, "ann@a.example", "bob@a.example");
    expect(await mailings()).toEqual([[2, null]]);
    expect(observed()).toEqual({ sent: 0, bounced: 0 });
    await importBounces(["ann@a.example", 10]);
    expect(observed()).toEqual({ sent: 2, bounced: 1 });
  });

  it("uses the verdicts known when it was sent, or none", async () => {
    const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
    const listId = await readList(
      at,
      writeFile("Email,ZB Status\nann@a.example,valid\nbob@a.example,catch-all\n"),
    );
    unwrap(await at.call("lists.read", { listId, options: { readAs: "results", resultsOf: "zerobounce" } }));
    const options = { reuseKnown: true, suppress: true, limit: null, assumedAt: day(9) };
    unwrap(await at.call("cleanings.start", { listId, accountId, options, agreedCredits: 0 }));
    await importSent(8, "ann@a.example");
    await importBounces(["ann@a.example", 8]);
    await importSent(10, "ann@a.example", "bob@a.example");
    await importBounces(["bob@a.example", 10]);
    const cells = unwrap(observedIn(layoutOf(folder))).observed;
    expect(cells.map(({ verdict, sent: to, bounced: back }) => [verdict, to, back]).sort()).toEqual([
      ["accept_all", 1, 1],
      ["deliverable", 1, 0],
      ["none", 1, 1],
    ]);
  });

  it("counts an export as sent once a report shows it, not by a bounce of other mail", async () => {
    const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
    const listId = await readList(
      at,
      writeFile("Email,ZB Status\nann@a.example,valid\nbob@a.example,valid\n"),
    );
    unwrap(await at.call("lists.read", { listId, options: { readAs: "results", resultsOf: "zerobounce" } }));
    const options = { reuseKnown: true, suppress: true, limit: null };
    const { id: cleaningId } = unwrap(
      await at.call("cleanings.start", { listId, accountId, options, agreedCredits: 0 }),
    );
    await at.until(cleaningId, ({ state }) => state === "imported");
    unwrap(
      await at.call("exports.write", {
        cleaningId,
        filter: {},
        format: { kind: "exact" },
        withVerdicts: false,
        target: { kind: "path", path: join(top, `export-${++files}.csv`), overwrite: false },
      }),
    );
    const exported = async () =>
      unwrap(await at.call("memory.imports", {})).imports.map(({ kind, sent }) => [kind, sent]);
    await expect.poll(exported).toEqual([["sent", 2]]);
    // Bounces of a mailing to others, with one of these people, don't show that the export was sent.
    const soon = (at.clock.now() + DAY - day(0)) / DAY;
    const others = Array.from({ length: 11 }, (_, n): [string, number] => [`p${n}@b.example`, soon]);
    await importBounces(...others, ["bob@a.example", soon]);
    expect(await mailings()).toEqual([]);
    await importBounces(["ann@a.example", soon]);
    expect(await mailings()).toEqual([[2, 2]]);
  });

  it("forgets recipients who are erased", async () => {
    await importSent(10, "ann@a.example", "bob@a.example");
    await importBounces(["ann@a.example", 10]);
    unwrap(await at.call("memory.erase", { entries: ["bob@a.example"] }));
    expect(observed()).toEqual({ sent: 1, bounced: 1 });
  });
});

it("a mailing service's export of sent mail counts as a mailing with its bounces", async () => {
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

it("services are compared by the addresses that two of them had verified before a mailing", async () => {
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const people = Array.from({ length: 40 }, (_, number) => `p${number}@a.example`);
  const verdicts = async (status: string, of: string, words: (number: number) => string) => {
    const rows = people.map((address, number) => `${address},${words(number)}`);
    const listId = await readList(
      at,
      writeFile(`Email,${status}\n${rows.join("\n")}\nother@a.example,${words(0)}\n`),
    );
    unwrap(await at.call("lists.read", { listId, options: { readAs: "results", resultsOf: of } }));
    const options = { reuseKnown: true, suppress: true, limit: null, assumedAt: day(1) };
    unwrap(await at.call("cleanings.start", { listId, accountId, options, agreedCredits: 0 }));
  };
  // The first ten bounce. One service catches all of them; the other catches none and abstains on the rest.
  await verdicts("ZB Status", "zerobounce", (number) => (number < 10 ? "invalid" : "valid"));
  expect((await getMailings()).services).toEqual([]);
  await verdicts("Verification Result", "service", (number) => (number < 10 ? "deliverable" : "unknown"));
  await importSent(5, ...people);
  await importBounces(...people.slice(0, 10).map((address): [string, number] => [address, 6]));
  const counts = (await getMailings()).services.map(
    ({ name, addresses, caught, condemned, abstained, missed }) => [
      ...[name, addresses],
      ...[caught, condemned, abstained, missed].map(({ count, of }) => `${count}/${of}`),
    ],
  );
  expect(counts).toEqual([
    ["ZeroBounce", 40, "10/10", "0/30", "0/40", "0/30"],
    ["your verification service", 40, "0/10", "0/30", "30/40", "10/10"],
  ]);
});

async function getMailings() {
  return unwrap(await at.call("forecast.mailings", {}));
}

function writeFile(text: string): string {
  const path = join(top, `file-${++files}.csv`);
  writeFileSync(path, text);
  return path;
}
