import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { isOver, PAID, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ALONE = "alone@needle.example";
const UNHEARD = "carl.unheard@needle.example";
const NEVER = "never.asked@needle.example";
const PAGE = 16_384;
const ROWS = 3000;
const sandbox = await quickSandbox();
let world: OneList;
let told: string[];

beforeEach(async () => {
  world = await oneList(sandbox, { rows: 4 });
  const { id } = unwrap(await world.start());
  await world.at.until(id, isOver);
  expect(await check(ALONE)).toMatchObject({ source: "service" });
  sandbox.faults.add({ name: "drop-after", operation: "verify", account: world.label, times: 1 });
  expect((await check(UNHEARD)).problem?.code).toBe("check_unheard");
});
afterEach(async () => {
  sandbox.faults.clear();
  await world.remove();
});

const archive = () => join(world.folder, "data/archive.db");
const check = async (address: string, again = false) =>
  unwrap(await world.at.call("checks.check", { accountId: world.accountId, address, again }));
const paid = (address: string) => sandbox.charges(world.label).get(address) ?? 0;

/** Closes Winnow, does `work` on the archive, and overwrites the pages that it answers. */
async function damaged(work: (db: Database.Database) => number[]): Promise<void> {
  await world.at.close();
  const db = new Database(archive());
  const pages = work(db);
  db.pragma("journal_mode = DELETE");
  db.close();
  const file = openSync(archive(), "r+");
  for (const page of pages) writeSync(file, Buffer.alloc(PAGE, 7), 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
  await world.reopen();
  told = [];
  world.at.engine.on((event) => event.event === "notice" && told.push(event.problem.detail));
}

const rootOf = (db: Database.Database, table: string) =>
  z.number().parse(db.prepare("SELECT rootpage FROM sqlite_master WHERE name = ?").pluck().get(table));

it("a damaged page of what may have been paid for makes the next checks ask, and nothing is paid unasked", async () => {
  await damaged((db) => [rootOf(db, "asked")]);
  for (const address of [UNHEARD, NEVER])
    expect(await check(address)).toMatchObject({ verdict: null, problem: { code: "check_notes_lost" } });
  expect([paid(UNHEARD), paid(NEVER)]).toEqual([1, 0]);
  expect(await check(ALONE)).toMatchObject({ source: "known" });
  expect(await check("person1@example1.com")).toMatchObject({ source: "known" });
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("Winnow asks for a while");

  expect(await check(UNHEARD, true)).toMatchObject({ source: "service" });
  expect(await check(UNHEARD)).toMatchObject({ source: "known" });
  await world.reopen();
  expect((await check(NEVER)).problem?.code).toBe("check_notes_lost");
});

it("so does a damaged page of single checks, and those on the other pages are known still", async () => {
  const own = (n: number) => `p${String(n).padStart(5, "0")}@needle.example`;
  await damaged((db) => {
    const scope = z.number().parse(db.prepare("SELECT scope FROM checks LIMIT 1").pluck().get());
    const insert = db.prepare("INSERT INTO checks VALUES (?, ?, ?, 1, 0, 1)");
    db.transaction(() => {
      for (let n = 0; n < ROWS; n++) insert.run(scope, own(n), world.at.clock.now());
    })();
    const leaves = z
      .array(z.number())
      .parse(
        db
          .prepare("SELECT pageno FROM dbstat WHERE name = 'checks' AND pagetype = 'leaf' ORDER BY path")
          .pluck()
          .all(),
      );
    expect(leaves.length).toBeGreaterThan(3);
    return [leaves[1] ?? 0];
  });
  expect((await check(NEVER)).problem?.code).toBe("check_notes_lost");
  const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => check(own(n * 10))));
  const known = answers.filter(({ source }) => source === "known").length;
  const asking = answers.filter(({ problem }) => problem?.code === "check_notes_lost").length;
  expect(known + asking).toBe(300);
  expect(known).toBeGreaterThan(150);
  expect(asking).toBeGreaterThan(0);
  expect((await check(UNHEARD)).problem?.code).toBe("check_unheard_before");
  expect(sandbox.charges(world.label).size).toBe(6);
});

it("an archive of which nothing can be read makes single checks ask, and lists cost nothing again", async () => {
  await damaged(() => [1]);
  expect((await check(ALONE)).problem?.code).toBe("check_notes_lost");
  expect(await check("person1@example1.com")).toMatchObject({ source: "known" });
  const { listId, accountId } = world;
  const options = { ...PAID, reuseKnown: true };
  expect(unwrap(await world.at.call("cleanings.price", { listId, accountId, options }))).toMatchObject({
    known: 4,
    credits: 0,
  });
  expect([paid(ALONE), paid(UNHEARD)]).toEqual([1, 1]);
});

it("a damaged page of what only lists found out loses no single check, and says so", async () => {
  await damaged((db) => [rootOf(db, "block_columns")]);
  expect((await check(UNHEARD)).problem?.code).toBe("check_unheard_before");
  expect(await check("person1@example1.com")).toMatchObject({ source: "known" });
  expect(await check(NEVER)).toMatchObject({ source: "service" });
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("is there as well");
});
