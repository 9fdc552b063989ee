import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Cleaning, CleaningOptions } from "../../shared/bridge/cleanings.ts";
import {
  everything,
  type InProcess,
  isOver,
  openInProcess,
  PAID,
  readList,
  unwrap,
} from "../support/in-process.ts";
import {
  type Client,
  type NumberedService,
  numberedService,
  resultLine,
} from "../support/numbered-service.ts";

const ROWS = 20;
const REUSED: CleaningOptions = { ...PAID, reuseKnown: true };

let service: NumberedService;
let client: Client;
let folder: string;
let out: string;
let at: InProcess;
let accountId: string;

beforeEach(async () => {
  service = await numberedService();
  client = service.account("the-only-key", 1000);
  folder = mkdtempSync(join(tmpdir(), "winnow-late-"));
  out = join(folder, "clean.csv");
  const addresses = Array.from({ length: ROWS }, (_, i) => `p${i}@firm.example`);
  writeFileSync(join(folder, "contacts.csv"), `Email\n${addresses.join("\n")}\n`);
  at = unwrap(await openInProcess(join(folder, "data")));
  const { baseUrl } = service;
  const account = { label: "Acme", baseUrl, apiKey: "the-only-key" };
  accountId = unwrap(await at.call("accounts.add", account)).id;
});
afterEach(async () => {
  await at.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options = PAID, agreedCredits = ROWS): Promise<string> {
  const listId = await readList(at, join(folder, "contacts.csv"));
  const wish = {
    listId,
    accountId,
    options,
    agreedCredits,
    out: { ...everything(out), withVerdicts: false },
  };
  return unwrap(await at.call("cleanings.start", wish)).id;
}

const downloads = () => client.asked.filter((one) => one.startsWith("POST /v1/download")).length;

/** Results of which the first `times` lack the verdicts of every other address. */
function lateBy(times: number, lacking: (address: string) => string[]): void {
  let sent = 0;
  service.results = ({ addresses }) => {
    sent++;
    return addresses.flatMap((address, i) =>
      i % 2 === 1 && sent <= times ? lacking(address) : [resultLine(address, "undeliverable")],
    );
  };
}

describe.each<[string, (address: string) => string[]]>([
  ["without half of its rows", () => []],
  ["with half of its verdicts blank", (address) => [`${address},,,,,,,`]],
])("a file that comes %s at first", (_, lacking) => {
  it("is fetched again until it is whole, and says what is waited for", async () => {
    lateBy(4, lacking);
    const waits: Cleaning["waiting"][] = [];
    at.engine.on((event) => {
      if (event.event === "cleaning.changed") waits.push(event.cleaning.waiting);
    });
    const done = await at.until(await start(), isOver);
    expect(done).toMatchObject({ state: "done", missing: 0, counts: { undeliverable: ROWS, unknown: 0 } });
    expect(waits).toContainEqual(expect.objectContaining({ for: "service" }));
    expect([downloads(), client.credits]).toEqual([5, 1000 - ROWS]);
  });

  it("is taken as it is in the end, and can be fetched later for nothing", async () => {
    lateBy(Number.POSITIVE_INFINITY, lacking);
    const id = await start();
    const short = await at.until(id, isOver);
    expect(short).toMatchObject({ state: "done", missing: ROWS / 2, counts: { unknown: ROWS / 2 } });
    expect(short.actions).toContain("fetch_again");
    expect(downloads()).toBeLessThan(15);
    const written = readFileSync(out, "utf8");

    lateBy(0, lacking);
    const whole = unwrap(await at.act(id, "fetch_again"));
    expect(whole).toMatchObject({ state: "done", missing: 0, counts: { undeliverable: ROWS, unknown: 0 } });
    expect(whole.actions).not.toContain("fetch_again");
    expect(client.credits).toBe(1000 - ROWS);
    // What was written with the user's yes stays until the user has it written again.
    expect(readFileSync(out, "utf8")).toBe(written);

    const again = await at.until(await start(REUSED, 0), isOver);
    expect(again).toMatchObject({ skipped: { known: ROWS }, counts: { undeliverable: ROWS } });
    expect(client.credits).toBe(1000 - ROWS);
  });
});

describe("results that were fetched once more", () => {
  async function short(): Promise<string> {
    lateBy(Number.POSITIVE_INFINITY, () => []);
    const id = await start();
    await at.until(id, isOver);
    lateBy(0, () => []);
    return id;
  }

  it("show of every address the service's own line, or none", async () => {
    const id = await short();
    unwrap(await at.act(id, "fetch_again"));
    for (let row = 0; row < ROWS; row++) {
      const { address, serviceRow } = unwrap(await at.call("results.row", { cleaningId: id, row }));
      if (row % 2 === 0) expect(serviceRow).toMatch(new RegExp(`^${address},undeliverable,`));
      else expect(serviceRow).toBeNull();
    }
  });

  it("show nobody else's line where another file stands in the place of the part's own", async () => {
    const id = await short();
    const path = join(folder, "data", "cleanings", id, "part-1.results.txt");
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, [lines[0], ...lines.slice(1).reverse()].join("\n"));
    const shown = unwrap(await at.call("results.row", { cleaningId: id, row: 0 }));
    expect(shown).toMatchObject({ address: "p0@firm.example", serviceRow: null });
  });

  it("are the same for everybody who asks for them at once", async () => {
    const id = await short();
    const before = downloads();
    const answers = await Promise.all([1, 2, 3].map(() => at.act(id, "fetch_again")));
    for (const answer of answers) expect(unwrap(answer)).toMatchObject({ missing: 0 });
    expect(downloads() - before).toBe(1);
  });
});

it("a file that has as many rows as the service counts is asked for once more, not for minutes", async () => {
  service.results = ({ addresses }) => [
    ...addresses.slice(1).map((address) => resultLine(address)),
    resultLine("stranger@else.example"),
  ];
  expect(await at.until(await start(), isOver)).toMatchObject({ state: "done", missing: 1 });
  expect(downloads()).toBe(2);
});

it("results of another list that come in place of the missing ones leave what is here as it is", async () => {
  lateBy(Number.POSITIVE_INFINITY, () => []);
  const id = await start();
  await at.until(id, isOver);
  service.results = ({ addresses }) => addresses.map((_, i) => resultLine(`stranger${i}@else.example`));
  expect(await at.act(id, "fetch_again")).toMatchObject({ problem: { code: "results_foreign" } });
  const still = unwrap(await at.call("cleanings.get", { cleaningId: id }));
  expect(still).toMatchObject({ state: "done", missing: ROWS / 2, counts: { undeliverable: ROWS / 2 } });
});

it("verdicts that the service dates back are not paid for again", async () => {
  const wasLongAgo = new Date(at.clock.now() - 300 * 24 * 3600_000).toISOString();
  service.results = ({ addresses }) =>
    addresses.map((address) => resultLine(address, "deliverable", wasLongAgo));
  await at.until(await start(), isOver);
  for (const _ of [1, 2]) {
    const again = await at.until(await start(REUSED, 0), isOver);
    expect(again).toMatchObject({ skipped: { known: ROWS }, counts: { deliverable: ROWS } });
  }
  const check = await at.call("checks.check", { accountId, address: "p3@firm.example" });
  expect(unwrap(check)).toMatchObject({ source: "known", checkedAt: Date.parse(wasLongAgo) });
  expect(client.credits).toBe(1000 - ROWS);
});

it("verdicts of a results file that the user brought are as old as the file says", async () => {
  const old = "2020-01-01T10:00:00.000Z";
  const head = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At";
  const lines = Array.from({ length: ROWS }, (_, i) => resultLine(`p${i}@firm.example`, "deliverable", old));
  const path = join(folder, "old-results.csv");
  writeFileSync(path, `${[head, ...lines].join("\n")}\n`);
  const listId = await readList(at, path, { readAs: "results" });
  unwrap(await at.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: 0 }));
  expect(await at.until(await start(REUSED), isOver)).toMatchObject({ skipped: { known: 0 } });
  expect(client.credits).toBe(1000 - ROWS);
});

describe("a single check", () => {
  const check = async (address: string) =>
    unwrap(await at.call("checks.check", { accountId, address, again: true }));

  it.each(["somebody@else.example", "ann@firm.example.org", "an n+x@firm.example"])(
    "that is answered for %s has no verdict, and may have been paid for",
    async (email) => {
      service.verify = () => ({ result: "undeliverable", email, success: true });
      expect(await check("ann@firm.example")).toMatchObject({
        verdict: null,
        problem: { code: "check_unheard" },
      });
      service.verify = (asked) => ({ result: "deliverable", email: asked, success: true });
      const unasked = unwrap(await at.call("checks.check", { accountId, address: "ann@firm.example" }));
      expect(unasked).toMatchObject({ verdict: null, problem: { code: "check_unheard_before" } });
      expect(await check("ann@firm.example")).toMatchObject({ verdict: "deliverable", source: "service" });
    },
  );

  it.each(['"ann@firm.example"', " Ann@Firm.Example ", "<ann@firm.example>", "", null])(
    "that is answered for %j is the address's own",
    async (email) => {
      service.verify = () => ({ result: "undeliverable", email, success: true });
      expect(await check("ann@firm.example")).toMatchObject({ verdict: "undeliverable", problem: null });
    },
  );

  it("of a list of one that is answered for another address asks before it is paid for again", async () => {
    service.verify = () => ({ result: "undeliverable", email: "somebody@else.example", success: true });
    writeFileSync(join(folder, "contacts.csv"), "Email\nzoe@firm.example\n");
    const asking = await at.until(await start(PAID, 1), ({ waiting }) => waiting?.for === "user");
    expect(asking).toMatchObject({ problem: { code: "check_uncertain" } });
    expect(client.credits).toBe(999);
  });

  it("that is answered with a word of the service's own is told so, and not remembered", async () => {
    service.verify = (email) => ({ result: "pending", email, success: true });
    const told = await check("ann@firm.example");
    expect(told).toMatchObject({ verdict: "unknown", problem: null });
    expect(told.advice).toContain("'pending'");
    expect(told.advice).not.toContain("could not be reached");
    service.verify = (email) => ({ result: "deliverable", email, success: true });
    const later = unwrap(await at.call("checks.check", { accountId, address: "ann@firm.example" }));
    expect(later).toMatchObject({ verdict: "deliverable", source: "service" });
  });
});
