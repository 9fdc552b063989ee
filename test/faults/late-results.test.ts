import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch, type Fetch } from "../../electron/engine/service/index.ts";
import type { Cleaning, CleaningOptions } from "../../shared/bridge/cleanings.ts";
import { hasEnded, PAY_FOR_ALL, readList, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 20;
const REUSED: CleaningOptions = { ...PAY_FOR_ALL, reuseKnown: true };
const PAID_ONCE = Array.from({ length: ROWS }, () => 1);

const sandbox = await quickSandbox();
let world: OneList;
/** Changes the service's responses to downloads and single checks. */
let change: (text: string) => string;

/** Opens a list of these people, whose addresses the service finds undeliverable. */
async function open(people: readonly string[]): Promise<void> {
  const { fetch } = createNodeFetch();
  const changing: Fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!/\/v1\/(download|verify)/.test(String(input))) return answer;
    const type = answer.headers.get("content-type") ?? "";
    return new Response(change(await answer.text()), {
      status: answer.status,
      headers: { "content-type": type },
    });
  };
  const text = `Email\n${people.map((name) => `bounce.${name}@firm.example\n`).join("")}`;
  world = await setUpOneList(sandbox, { rows: people.length, text }, { fetch: changing });
}

const downloads = () => world.requestCount("download");
const readAgain = async () => {
  world.listId = await readList(world.at, join(world.folder, "contacts.csv"));
};

/** Makes the first `times` downloads lack the verdicts of every other address. */
function omitVerdicts(times: number, lacking: (address: string) => string[]): void {
  let sent = 0;
  change = (text) => {
    if (++sent > times) return text;
    const [header = "", ...rows] = text.trimEnd().split(/\r?\n/);
    const left = rows.flatMap((row, i) => (i % 2 === 1 ? lacking(row.replace(/,.*/, "")) : row));
    return [header, ...left, ""].join("\n");
  };
}

describe.each<[string, (address: string) => string[]]>([
  ["without half of its rows", () => []],
  ["with half of its verdicts blank", (address) => [`${address},,,,,,,`]],
])("a results file, at first %s", (_, lacking) => {
  beforeEach(() => open(Array.from({ length: ROWS }, (_, i) => `p${i}`)));

  it("is downloaded again until it is complete, while the cleaning is shown as waiting", async () => {
    omitVerdicts(4, lacking);
    const waits: Cleaning["waiting"][] = [];
    world.at.engine.on((event) => {
      if (event.event === "cleaning.changed") waits.push(event.cleaning.waiting);
    });
    const { id } = unwrap(await world.start());
    const done = await world.at.until(id, hasEnded);
    expect(done).toMatchObject({ state: "done", missing: 0, counts: { undeliverable: ROWS, unknown: 0 } });
    expect(waits).toContainEqual(expect.objectContaining({ for: "service" }));
    expect(downloads()).toBe(5);
    expect(world.charges()).toEqual(PAID_ONCE);
  });

  it("is ingested incomplete after several tries, and can be downloaded again later for free", async () => {
    omitVerdicts(Number.POSITIVE_INFINITY, lacking);
    const { id } = unwrap(await world.start());
    const short = await world.at.until(id, hasEnded);
    expect(short).toMatchObject({ state: "done", missing: ROWS / 2, counts: { unknown: ROWS / 2 } });
    expect(short.actions).toContain("fetch_again");
    expect(downloads()).toBeLessThan(15);
    // The next price includes the addresses that were paid for without a verdict.
    await readAgain();
    const { listId, accountId } = world;
    const price = unwrap(await world.at.call("cleanings.price", { listId, accountId, options: REUSED }));
    expect(price).toMatchObject({ credits: ROWS / 2, perhapsPaid: ROWS / 2 });
    const written = readFileSync(world.out, "utf8");

    omitVerdicts(0, lacking);
    const whole = unwrap(await world.at.act(id, "fetch_again"));
    expect(whole).toMatchObject({ state: "done", missing: 0, counts: { undeliverable: ROWS, unknown: 0 } });
    expect(whole.actions).not.toContain("fetch_again");
    expect(whole.finishedAt).toBe(short.finishedAt);
    // The output file only changes if the user has it written again.
    expect(readFileSync(world.out, "utf8")).toBe(written);

    await readAgain();
    const again = unwrap(await world.start({ options: REUSED, credits: 0 }));
    expect(await world.at.until(again.id, hasEnded)).toMatchObject({
      skipped: { known: ROWS },
      counts: { undeliverable: ROWS },
    });
    expect(world.charges()).toEqual(PAID_ONCE);
  });
});

describe("a single check with a response for another address", () => {
  beforeEach(() => open(["zoe"]));
  const answerAs = (email: string) => {
    change = (text) => JSON.stringify({ ...JSON.parse(text), email });
  };

  it("makes a cleaning of one address wait for the user instead of paying again", async () => {
    answerAs("somebody@else.example");
    const { id } = unwrap(await world.start());
    const asking = await world.at.until(id, ({ waiting }) => waiting?.for === "user");
    expect(asking).toMatchObject({ problem: { code: "check_uncertain" } });
    expect(world.charges()).toEqual([1]);
  });
});
