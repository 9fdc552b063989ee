import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReadOptions } from "../../shared/bridge/lists.ts";
import { fullOutput, PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const HEADER = "Email,Name,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At";
const TODAY = new Date().toISOString();
const verdictOf = (i: number, verdict: string, at = TODAY) =>
  `u${i}@example.com,N${i},${verdict},N,N,N,N,N,${at}`;
const bare = (i: number) => `u${i}@example.com,N${i},,,,,,,`;
const times = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i));

const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  const text = `Email\n${times(12, (i) => `u${i}@example.com`).join("\n")}\n`;
  world = await setUpOneList(sandbox, { rows: 12, text });
});

async function read(lines: readonly string[], options: ReadOptions = {}, bytes?: Buffer) {
  const path = join(world.folder, "given.csv");
  writeFileSync(path, bytes ?? `${lines.join("\n")}\n`);
  const { listId } = unwrap(await world.at.call("lists.open", { source: { kind: "path", path } }));
  return unwrap(await world.at.call("lists.read", { listId, options }));
}

const price = async (listId: string, options = PAY_FOR_ALL) =>
  unwrap(await world.at.call("cleanings.price", { listId, accountId: world.accountId, options }));

async function clean(listId: string, agreedCredits: number) {
  const { accountId } = world;
  const wish = {
    listId,
    accountId,
    options: PAY_FOR_ALL,
    agreedCredits,
    out: { ...fullOutput(world.out), withVerdicts: false },
  };
  const { id } = unwrap(await world.at.call("cleanings.start", wish));
  return world.at.until(id, (one) => one.out?.rows != null || one.state === "failed");
}

describe("a file with verdicts", () => {
  const whole = [HEADER, ...times(10, (i) => verdictOf(i, "deliverable"))];
  const grown = [HEADER, ...times(4, (i) => verdictOf(i, "deliverable")), ...times(6, (i) => bare(i + 4))];

  it.each([
    ["all of them", whole, { assumed: "results", looked: 10, verdicts: 10 }],
    ["some, to which contacts were added", grown, { assumed: "list", looked: 10, verdicts: 4 }],
    [
      "alone, without the service's other columns",
      ["Email,verification_result", ...times(3, (i) => `u${i}@example.com,accept-all`)],
      { assumed: "list", looked: 3, verdicts: 3 },
    ],
  ])("leads to a question before anything starts: %s", async (_, lines, asked) => {
    const { listId, questions, kind, mayBeResults } = await read(lines);
    expect(questions).toMatchObject([{ kind: "results", ...asked, sources: [{ source: "service" }] }]);
    expect(questions).toHaveLength(1);
    expect(kind).toBe(asked.assumed === "results" ? "results" : "csv");
    expect(mayBeResults).toBe(true);
    const { credits } = await price(listId);
    const refused = await world.at.call("cleanings.start", {
      listId,
      accountId: world.accountId,
      options: PAY_FOR_ALL,
      agreedCredits: credits,
    });
    expect(refused).toMatchObject({ ok: false, problem: { code: "file_reading_unclear" } });
    expect(world.charges()).toEqual([]);
  });

  it.each([
    ["blank", () => ""],
    ["in another tool's words", (i: number) => ["OK", "Passed", "invalid"][i % 3] ?? ""],
  ])("is read as a list and verified in full if the verdict column is %s", async (_, word) => {
    const lines = ["Email,Verification Result", ...times(3, (i) => `u${i}@example.com,${word(i)}`)];
    const list = await read(lines);
    expect(list.questions).toBeUndefined();
    const done = await clean(list.listId, 3);
    expect(done).toMatchObject({ state: "done", spent: 3, missing: 0 });
    expect(world.charges()).toEqual([1, 1, 1]);
  });

  it("that is read as results keeps the verdicts, and rows without a verdict count as missing", async () => {
    const { listId } = await read(
      [...grown, "u10@example.com,N,invalid,N,N,N,N,N,", "U0@example.com,again,,,,,,,"],
      { readAs: "results" },
    );
    const { known, inFile, withoutVerdict, credits, repeated, rows } = await price(listId);
    expect({ known, inFile, withoutVerdict, credits, repeated, rows }).toEqual({
      ...{ known: 0, inFile: 4, withoutVerdict: 7, credits: 0, repeated: 1, rows: 12 },
    });
    const done = await clean(listId, 0);
    expect(done).toMatchObject({ state: "imported", missing: 7, skipped: { known: 0 } });
    expect(done.counts).toMatchObject({ deliverable: 4, unknown: 7 });
    expect(world.charges()).toEqual([]);
  });
});

describe("the verdicts of an opened results file", () => {
  const REUSE = { ...PAY_FOR_ALL, reuseKnown: true };

  it("are counted as known from a file in the price of another list", async () => {
    const { listId } = await read([HEADER, ...times(10, (i) => verdictOf(i, "undeliverable"))], {
      readAs: "results",
    });
    await clean(listId, 0);
    expect(await price(world.listId, REUSE)).toMatchObject({ known: 10, knownFromFiles: 10, credits: 2 });
  });
});
