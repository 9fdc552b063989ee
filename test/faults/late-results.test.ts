import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Cleaning, CleaningOptions } from "../../shared/bridge/cleanings.ts";
import { testFolder } from "../support/folders.ts";
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
  folder = testFolder();
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
])("a results file that comes %s at first", (_, lacking) => {
  it("is fetched again until it is whole, and says what it waits for", async () => {
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

  it("is taken in as it is in the end, and can be fetched again later for nothing", async () => {
    lateBy(Number.POSITIVE_INFINITY, lacking);
    const id = await start();
    const short = await at.until(id, isOver);
    expect(short).toMatchObject({ state: "done", missing: ROWS / 2, counts: { unknown: ROWS / 2 } });
    expect(short.actions).toContain("fetch_again");
    expect(downloads()).toBeLessThan(15);
    // Paid for without a verdict: the next price says so.
    const listId = await readList(at, join(folder, "contacts.csv"));
    const price = unwrap(await at.call("cleanings.price", { listId, accountId, options: REUSED }));
    expect(price).toMatchObject({ credits: ROWS / 2, perhapsPaid: ROWS / 2 });
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

describe("a single check", () => {
  const check = async (address: string) =>
    unwrap(await at.call("checks.check", { accountId, address, again: true }));

  it('accepts an answer that spells its address as " Ann@Firm.Example "', async () => {
    service.verify = () => ({ result: "undeliverable", email: " Ann@Firm.Example ", success: true });
    expect(await check("ann@firm.example")).toMatchObject({ verdict: "undeliverable", problem: null });
  });

  it("asks the user before it pays again when the only address of a list got another address's answer", async () => {
    service.verify = () => ({ result: "undeliverable", email: "somebody@else.example", success: true });
    writeFileSync(join(folder, "contacts.csv"), "Email\nzoe@firm.example\n");
    const asking = await at.until(await start(PAID, 1), ({ waiting }) => waiting?.for === "user");
    expect(asking).toMatchObject({ problem: { code: "check_uncertain" } });
    expect(client.credits).toBe(999);
  });
});
