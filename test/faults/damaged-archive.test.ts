import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

/** What the archive is damaged by. */
const DAMAGES = {
  "its header is overwritten": (path: string) => overwrite(path, 0),
  "its second page is overwritten": (path: string) => overwrite(path, 16384),
  "every page but the header is overwritten": (path: string) =>
    overwrite(path, 4096, statSync(path).size - 4096),
  "it is cut short": (path: string) => writeFileSync(path, "SQLite format 3"),
  "it is empty": (path: string) => writeFileSync(path, ""),
  "it has lost its newest rows": (path: string) => emptyOut(path),
  "it is gone": (path: string) => rmSync(path),
  "it was put aside by an earlier Winnow": (path: string) => renameSync(path, `${path}.damaged-1`),
};
const OPTIONS = { ...PAID, reuseKnown: true };

const sandbox = await quickSandbox();
let world: OneList;
let told: string[];

beforeEach(async () => {
  world = await oneList(sandbox, { rows: 40 });
  const { id } = unwrap(await world.start());
  await world.at.until(id, isOver);
});
afterEach(() => world.remove());

const data = () => join(world.folder, "data");

function overwrite(path: string, from: number, bytes = 4096): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes, 7), 0, bytes, from);
  closeSync(file);
}

/** As one of an earlier time is: sound, and without what came home since. */
function emptyOut(path: string): void {
  const db = new Database(path);
  for (const table of ["block_columns", "blocks", "segment_cleanings", "segments", "taken", "cleanings"])
    db.exec(`DELETE FROM ${table}`);
  db.close();
}

async function damaged(damage: (path: string) => void): Promise<void> {
  await world.at.close();
  damage(join(data(), "archive.db"));
  await world.reopen();
  told = [];
  world.at.engine.on((event) => event.event === "notice" && told.push(event.problem.code));
}

const price = async () => {
  const { listId, accountId } = world;
  return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: OPTIONS }));
};
const check = (address: string) => world.at.call("checks.check", { accountId: world.accountId, address });

it.each(Object.entries(DAMAGES))("nothing is paid for twice where %s", async (_, damage) => {
  await damaged(damage);
  expect(await price()).toMatchObject({ known: 40, credits: 0 });
  expect(unwrap(await check("person1@example1.com"))).toMatchObject({ source: "known" });
  const history = unwrap(await world.at.call("results.history", { search: "person1@", limit: 5 }));
  expect(history.addresses).toMatchObject([{ entries: [{ name: "contacts.csv" }] }]);
  expect(world.charges()).toEqual(Array(40).fill(1));
  expect(readdirSync(data()).filter((name) => name.startsWith("archive.db.d"))).toEqual([]);
  await world.reopen();
  expect(await price()).toMatchObject({ known: 40, credits: 0 });
});

it.each(["price", "check", "history", "erase"] as const)(
  "the user is told once, whoever meets it first: %s",
  async (first) => {
    await damaged(DAMAGES["every page but the header is overwritten"]);
    if (first === "price") await price();
    if (first === "check") await check("person1@example1.com");
    if (first === "history") unwrap(await world.at.call("results.history", { search: "person1@", limit: 5 }));
    if (first === "erase") {
      const { cleanings } = unwrap(await world.at.call("cleanings.list", {}));
      unwrap(await world.at.act(cleanings[0]?.id ?? "", "delete_here"));
      for (let day = 0; day < 6; day++) {
        world.at.clock.jump(6 * 24 * 3600_000);
        await world.at.call("app.info", {});
      }
      await price();
    }
    expect(told).toEqual(["archive_rebuilt"]);
    await price();
    expect(told).toHaveLength(1);
  },
);

it("an archive of an earlier time is brought up to date before anybody is answered, and that is said", async () => {
  const path = join(data(), "archive.db");
  await world.at.close();
  const earlier = readFileSync(path);
  await world.reopen();
  const second = join(world.folder, "second.csv");
  writeFileSync(
    second,
    `Email\n${Array.from({ length: 30 }, (_, n) => `other${n}@example.net`).join("\n")}\n`,
  );
  const first = world.listId;
  world.listId = await readList(world.at, second);
  const { id } = unwrap(await world.start({ credits: 30 }));
  await world.at.until(id, isOver);
  expect(world.charges()).toHaveLength(70);
  await damaged(() => {
    for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
    writeFileSync(path, earlier);
  });
  expect(await price()).toMatchObject({ known: 30, credits: 0 });
  expect(told).toEqual(["archive_rebuilt"]);
  world.listId = first;
  expect(await price()).toMatchObject({ known: 40, credits: 0 });
  expect(unwrap(await check("other1@example.net"))).toMatchObject({ source: "known" });
  await world.reopen();
  world.at.engine.on((event) => event.event === "notice" && told.push(event.problem.code));
  await price();
  expect(told).toHaveLength(1);
});

it("results that cannot be read any more are no reason to speak of the archive at every start", async () => {
  const { cleanings } = unwrap(await world.at.call("cleanings.list", {}));
  await damaged((path) => {
    emptyOut(path);
    overwrite(join(data(), "cleanings", cleanings[0]?.id ?? "", "results.db"), 0);
  });
  expect(await price()).toMatchObject({ known: 0, credits: 40 });
  expect(told).toEqual([]);
});

it("many who meet it at once wait for one rebuilding", async () => {
  await damaged(DAMAGES["every page but the header is overwritten"]);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? check(`person${n}@example${n % 5}.com`) : price())),
  );
  expect(answers).toHaveLength(8);
  expect(told).toEqual(["archive_rebuilt"]);
  expect(world.charges()).toEqual(Array(40).fill(1));
});

it("a cleaning whose results cannot be read is named, and the others are known", async () => {
  const { cleanings } = unwrap(await world.at.call("cleanings.list", {}));
  await damaged((path) => {
    overwrite(path, 0);
    overwrite(join(data(), "cleanings", cleanings[0]?.id ?? "", "results.db"), 0);
  });
  expect(await price()).toMatchObject({ known: 0, credits: 40 });
  expect(told).toEqual(["archive_rebuilt"]);
});

it("an address that was checked by itself is still known where that can be read", async () => {
  expect(unwrap(await check("alone@example.com"))).toMatchObject({ source: "service" });
  await damaged((path) => renameSync(path, `${path}.damaged-1`));
  expect(unwrap(await check("alone@example.com"))).toMatchObject({ source: "known" });
});

it("a check that cannot look up what is known is not paid for, unless it is asked for anew", async () => {
  await world.at.close();
  rmSync(join(data(), "archive.db"));

  mkdirSync(join(data(), "archive.db"));
  await world.reopen();
  const answer = unwrap(await check("person1@example1.com"));
  expect(answer).toMatchObject({ verdict: null, source: null });
  expect(answer.problem).not.toBeNull();
  expect(world.charges()).toEqual(Array(40).fill(1));
  expect(existsSync(join(data(), "archive.db"))).toBe(true);
});
