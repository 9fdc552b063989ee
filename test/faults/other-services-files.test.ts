import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReadOptions } from "../../shared/bridge/lists.ts";
import { fullOutput, PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  world = await setUpOneList(sandbox, { rows: 1, text: "Email\nu0@example.com\n" });
});

async function open(text: string) {
  const path = join(world.folder, "given.csv");
  writeFileSync(path, text);
  return unwrap(await world.at.call("lists.open", { source: { kind: "path", path } })).listId;
}

const readAs = async (listId: string, options: ReadOptions = {}) =>
  unwrap(await world.at.call("lists.read", { listId, options }));

const price = async (listId: string) =>
  unwrap(
    await world.at.call("cleanings.price", { listId, accountId: world.accountId, options: PAY_FOR_ALL }),
  );

async function take(listId: string) {
  const wish = { listId, accountId: world.accountId, options: PAY_FOR_ALL, agreedCredits: 0 };
  const { id } = unwrap(await world.at.call("cleanings.start", { ...wish, out: fullOutput(world.out) }));
  return await world.at.until(id, (one) => one.out?.rows != null || one.state === "failed");
}

const ZEROBOUNCE = [
  "Name,Email Address,ZB Status,ZB Sub Status,ZB Free Email,ZB Did You Mean",
  "Ann,ann@example.com,valid,,true,",
  "Bob,bob@example.com,valid,accept_all,false,bob@exmaple.com",
  "Cat,cat@example.com,invalid,mailbox_not_found,false,cat@example.org",
  "Dan,dan@example.com,spamtrap,,false,dan@example.org",
  "Eve,eve@example.com,do_not_mail,role_based,false,eve@example.org",
  'Fay,"fay@example.com",Catch-All,,false,fay@example.org',
];

describe("results of another verification service", () => {
  it("lead to a question that names the service, and are ingested with its vocabulary", async () => {
    const listId = await open(`${ZEROBOUNCE.join("\r\n")}\r\n`);
    const asked = await readAs(listId);
    expect(asked).toMatchObject({ kind: "results", addressColumn: 1, candidates: [1] });
    expect(asked.questions).toMatchObject([
      { kind: "results", assumed: "results", sources: [{ source: "zerobounce", sure: "certain" }] },
    ]);
    const read = await readAs(listId, { readAs: "results" });
    expect(read).toMatchObject({ kind: "results", resultsOf: { name: "ZeroBounce" } });
    expect(read.questions).toBeUndefined();
    expect(await price(listId)).toMatchObject({ credits: 0, inFile: 6 });
    const done = await take(listId);
    expect(done).toMatchObject({ state: "imported", missing: 0 });
    expect(done.counts).toEqual({ deliverable: 1, accept_all: 2, unknown: 1, undeliverable: 2 });
    expect(world.charges()).toEqual([]);
    const [, ann, , , dan, eve] = readFileSync(world.out, "utf8").split("\r\n");
    expect(ann).toMatch(/^Ann,.*deliverable/);
    expect(dan).toMatch(/^Dan,.*undeliverable/);
    expect(eve).toMatch(/^Eve,.*unknown/);
  });

  it("have their unrecognised words counted over the whole file instead of guessed", async () => {
    const rows = Array.from(
      { length: 1_500 },
      (_, i) => `u${i}@example.com,${i < 1_400 ? "valid" : i < 1_490 ? "quantum" : "deliverable"}`,
    );
    const listId = await open(`Email,ZB Status\n${rows.join("\n")}\n`);
    await readAs(listId, { readAs: "results" });
    expect(await price(listId)).toMatchObject({
      ...{ inFile: 1_400, withoutVerdict: 100, credits: 0 },
      unrecognised: {
        unrecognised: [
          { word: "quantum", rows: 90 },
          { word: "deliverable", rows: 10 },
        ],
        unrecognisedBeyond: 0,
      },
    });
    const done = await take(listId);
    expect(done).toMatchObject({ missing: 100 });
    expect(done.counts).toMatchObject({ deliverable: 1_400, unknown: 100 });
  });
});

describe("a mailing service's export of bounces", () => {
  const BOUNCES =
    "status,reason,email,created\n5.1.1,550 user unknown,ann@example.com,1709287872\n5.7.1,blocked,bob@example.com,1709287872\n";

  it("is not verified before the user confirms that it is a list", async () => {
    const listId = await open(BOUNCES);
    const { questions } = await readAs(listId);
    expect(questions).toMatchObject([
      { kind: "outcomes", source: "sendgrid", looked: 2, outcomes: { hard: 1, policy: 1, soft: 0 } },
    ]);
    const wish = { listId, accountId: world.accountId, options: PAY_FOR_ALL, agreedCredits: 2 };
    expect(await world.at.call("cleanings.start", wish)).toMatchObject({
      ...{ ok: false, problem: { code: "file_reading_unclear" } },
    });
    const refused = await world.at.call("lists.read", { listId, options: { readAs: "results" } });
    expect(refused).toMatchObject({ ok: false, problem: { code: "file_no_verdicts" } });
    expect((await readAs(listId, { readAs: "list" })).questions).toBeUndefined();
    expect(await price(listId)).toMatchObject({ credits: 2 });
    expect(world.charges()).toEqual([]);
  });
});
