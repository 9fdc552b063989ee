import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { sandboxVerdict } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { problemSchema } from "../../shared/problems.ts";
import { createFaultySandbox, type FaultySandbox } from "../support/faulty-sandbox/index.ts";
import { warmUp } from "./face.ts";
import { openAnother, runCliBeside } from "./others.ts";
import { checkRows } from "./rows.ts";
import { doAct, putList } from "./steps.ts";
import { createWorld, type World } from "./world.ts";

/** Situations that easily break promises and that random sequences rarely reach. */

let services: [FaultySandbox, FaultySandbox];
let compileCache: string;
let world: World;
let accounts: readonly { readonly id: string; readonly label: string }[];

beforeAll(async () => {
  compileCache = await warmUp();
  const options = { speed: Number.POSITIVE_INFINITY, limits: { freeCredits: 0 } };
  services = [await createFaultySandbox(options), await createFaultySandbox(options)];
});
afterAll(async () => {
  for (const service of services) await service.close();
  rmSync(compileCache, { recursive: true, force: true });
});
beforeEach(async () => {
  world = await createWorld(services, compileCache);
  accounts = await world.accounts();
});
afterEach(async () => {
  for (const service of services) service.faults.clear();
  await world.end();
});

/** One address is undeliverable, and three occur twice. */
const PEOPLE = Array.from({ length: 9 }, (_, i) => `${i === 4 ? "bounce" : "own"}${i}@list1.example`);
const ADDRESSES = [...PEOPLE, ...PEOPLE.slice(0, 3)];
const priceSchema = z.object({ credits: z.int(), known: z.int() });
const REFUSED = z.object({ ok: z.literal(false), problem: problemSchema });

interface Wish {
  readonly out?: { readonly path: string; readonly overwrite: boolean };
  readonly reuseKnown?: boolean;
  /** Overrides the price. */
  readonly agreedCredits?: number;
}

async function start(listId: string, { out, reuseKnown = true, agreedCredits }: Wish = {}) {
  const options = { reuseKnown, suppress: true, limit: null };
  const chosen = { listId, accountId: accounts[0]?.id ?? "", options };
  const priced = await world.call("cleanings.price", chosen);
  const price = priceSchema.parse(priced?.ok ? priced.value : null);
  const keep = ["deliverable", "accept_all", "unknown"];
  const started = await world.call("cleanings.start", {
    ...chosen,
    agreedCredits: agreedCredits ?? price.credits,
    waitForCredits: true,
    ...(out === undefined ? {} : { out: { ...out, keep, withVerdicts: false, keepDuplicates: false } }),
  });
  return { price, started };
}

/** Returns the only cleaning, or that of the list. */
async function cleaningOf(listId?: string): Promise<Cleaning> {
  const found = (await world.cleanings()).find((one) => listId === undefined || one.listId === listId);
  if (found === undefined) throw new Error("there is no cleaning");
  return found;
}

/** Waits without any action until `isSo`, and returns the cleaning. */
async function until(isSo: (now: Cleaning) => boolean, listId?: string): Promise<Cleaning> {
  for (let round = 0; round < 200; round++) {
    const now = await cleaningOf(listId);
    if (isSo(now)) return now;
    await world.face().wait(5_000);
  }
  const now = await cleaningOf(listId);
  throw new Error(`P6: it never comes to that: ${now.state} ${JSON.stringify([now.waiting, now.problem])}`);
}
const isWritten = ({ state, out }: Cleaning) => state === "done" && (out === null || out.rows !== null);

/** Waits until the process is killed at the set point, and reopens Winnow. */
async function untilKilled(): Promise<void> {
  for (let round = 0; round < 400 && !world.face().isOver(); round++) await world.face().wait(5_000);
  expect(world.face().isOver()).toBe(true);
  await world.open();
}

/** Closes Winnow and expects that no promise was broken. */
async function expectKept(): Promise<void> {
  if (!world.face().isOver())
    for (const one of await world.cleanings()) if (isWritten(one)) await checkRows(world, one);
  await world.face().close();
  world.checkPromises(true);
  expect(world.broken).toEqual([]);
}

const list = (addresses: readonly string[] = ADDRESSES) => putList(world, addresses);

test("a cleaned list has the right rows, verdicts and counts", async () => {
  // The undeliverable address is between two others, so that its removal shows.
  expect(PEOPLE.slice(3, 6).map((one) => sandboxVerdict(one).verdict === "undeliverable")).toEqual([
    false,
    true,
    false,
  ]);
  const path = join(world.shelf.dir, "out.csv");
  await start(await list(), { out: { path, overwrite: false } });
  await until(isWritten);
  await expectKept();
});

test("a file that appears at the output path is left alone", async () => {
  const path = join(world.shelf.dir, "out.csv");
  world.face().killAt("before:out", 0);
  await start(await list(), { out: { path, overwrite: false } });
  await untilKilled();
  world.shelf.put("out.csv", "mine\n");
  await until(({ state, problem }) => state === "done" && problem?.code === "out_exists");
  await expectKept();
});

test("the user's own list is not replaced by its cleaned list", async () => {
  const listId = await list();
  const path = world.fileOf.get(listId)?.path ?? "";
  const { started } = await start(listId, { out: { path, overwrite: true } });
  if (started?.ok) await until(isWritten);
  await expectKept();
  expect(REFUSED.parse(started).problem.code).toBe("out_is_source");
});

test("a cleaning does not start at another price than the one agreed to", async () => {
  const { started } = await start(await list(), { agreedCredits: PEOPLE.length - 1 });
  if (started?.ok) await until(isWritten);
  await expectKept();
  expect(REFUSED.parse(started).problem.code).toBe("price_changed");
});

test("a known address costs nothing and is counted", async () => {
  const listId = await list();
  await start(listId);
  await until(isWritten);
  const again = await list([...PEOPLE, "one@more.example"]);
  const { price } = await start(again);
  expect(price).toMatchObject({ credits: 1, known: PEOPLE.length });
  await until(isWritten, again);
  await expectKept();
});

test("a list that a backup holds as unsent is not paid for again without consent", async () => {
  await world.call("app.online", { online: false });
  await start(await list());
  await world.call("app.backup", {});
  await world.call("app.online", { online: true });
  await until(isWritten);
  // The balance must not show that it was paid for.
  world.books[0].topUp(1_000);
  const backups = await world.call("app.backups", {});
  const [, id = ""] = /"id":"([^"]+)"/.exec(JSON.stringify(backups)) ?? [];
  expect(await world.call("app.restore", { kind: "backup", id })).toMatchObject({ ok: true });
  await doAct(world, await cleaningOf(), "resume");
  await world.face().wait(60_000);
  expect((await cleaningOf()).actions).toContain("start");
  world.checkPromises(false);
  await expectKept();
});

test.each(["before:check", "after:check", "committed:checking"])(
  "a list of one address whose check was interrupted at %s waits for the user and pays nothing",
  async (point) => {
    world.face().killAt(point, 0);
    await start(await list(["own0@list1.example"]));
    await untilKilled();
    await world.face().wait(60_000);
    world.checkPromises(false);
    expect(world.broken).toEqual([]);
    expect(await cleaningOf()).toMatchObject({ state: "waiting", waiting: { for: "user" } });
    await expectKept();
  },
);

test("a single check whose response was lost is not paid for again without consent", async () => {
  const [book] = world.books;
  book.service.faults.add({ name: "drop-after", operation: "verify", account: book.label, times: 1 });
  const input = { accountId: accounts[0]?.id ?? "", address: "ann@firm.example" };
  await world.call("checks.check", input);
  await world.call("checks.check", input);
  world.checkPromises(false);
  await world.face().kill();
  await world.open();
  await world.call("checks.check", input);
  await expectKept();
});

test("two lists that start simultaneously pay once for the addresses that they share", async () => {
  const lists = [await list(), await list([...PEOPLE, "own@list2.example"])];
  await Promise.all(lists.map((listId) => start(listId)));
  for (const listId of lists) expect(await until(isWritten, listId)).toMatchObject({ missing: 0 });
  const [book] = world.books;
  expect([...book.service.charges(book.label).values()]).toEqual(Array(PEOPLE.length + 1).fill(1));
  await expectKept();
});

test("a key does not follow its account to the base URL that a restore brings back", async () => {
  const [first, second] = accounts;
  await world.call("app.backup", {});
  const [, other] = world.books;
  await world.call("accounts.remove", { id: second?.id ?? "" });
  const moved = { id: first?.id ?? "", baseUrl: other.service.baseUrl, apiKey: other.key };
  expect(await world.call("accounts.changeAddress", moved)).toMatchObject({ ok: true });
  const backups = await world.call("app.backups", {});
  const [, id = ""] = /"id":"([^"]+)"/.exec(JSON.stringify(backups)) ?? [];
  expect(await world.call("app.restore", { kind: "backup", id })).toMatchObject({ ok: true });
  for (const { id: one } of await world.accounts()) await world.call("accounts.refresh", { id: one });
  await expectKept();
});

test("a redirect to another origin is not followed", async () => {
  const [book] = world.books;
  book.service.faults.add({ name: "redirect", account: book.label, times: 1 });
  const refreshed = await world.call("accounts.refresh", { id: accounts[0]?.id ?? "" });
  await expectKept();
  expect(REFUSED.parse(refreshed).problem.code).toBe("service_redirect");
});

test("a cleaning that waits for credits continues after a top-up", async () => {
  const [book] = world.books;
  book.topUp(-book.service.account(book.label).credits);
  await start(await list());
  await until(({ waiting }) => waiting?.for === "credits");
  book.topUp(100);
  await until(isWritten);
  await expectKept();
});

test("a cleaning that waits for the network continues once it is online", async () => {
  await world.call("app.online", { online: false });
  await start(await list());
  await until(({ waiting }) => waiting?.for === "network");
  await world.call("app.online", { online: true });
  await until(isWritten);
  await expectKept();
});

test("a list cancelled before its upload is not paid for", async () => {
  await world.call("app.online", { online: false });
  await start(await list());
  await doAct(world, await cleaningOf(), "cancel");
  await world.call("app.online", { online: true });
  await world.face().wait(60_000);
  world.checkPromises(false);
  expect((await cleaningOf()).state).toBe("cancelled");
  await expectKept();
});

test("a cleaning killed during its upload continues automatically", async () => {
  world.face().killAt("after:upload", 0);
  await start(await list());
  await untilKilled();
  await until(isWritten);
  await expectKept();
});

test("an erased list leaves no trace, and a list outside the bin cannot be erased", async () => {
  await start(await list());
  const { id } = await until(isWritten);
  const refused = await world.call("cleanings.erase", { cleaningId: id });
  expect(REFUSED.parse(refused).problem.code).toBe("cleaning_not_deleted");
  await doAct(world, await cleaningOf(), "delete_here");
  expect(await world.call("cleanings.erase", { cleaningId: id })).toMatchObject({ ok: true });
  await expectKept();
});

test("no cells but the addresses leave the machine", async () => {
  await start(await list());
  await until(isWritten);
  expect(world.books[0].service.requests.length).toBeGreaterThan(0);
  await expectKept();
});

test.each([300, 450, 600])(
  "replacing a file on a disk with room for %i bytes leaves the old or the new one complete",
  async (room) => {
    const path = world.shelf.put("out.csv", "mine\n");
    world.fill(room, "before:out");
    await start(await list(), { out: { path, overwrite: true } });
    await until(({ state, problem, out }) => state === "done" && (problem !== null || out?.rows !== null));
    expect(world.written.broken()).toEqual([]);
    world.emptyDisk();
    await until(isWritten);
    await expectKept();
  },
);

test.each([0, 60_000])(
  "a disk with room for %i bytes is reported as full, and the cleaning continues once there is room",
  async (room) => {
    const listId = await list();
    world.fill(room, "committed:cleaning");
    const { started } = await start(listId);
    expect(started?.ok).toBe(true);
    await until(({ state, waiting }) => state === "done" || waiting?.for === "disk");
    world.emptyDisk();
    await until(isWritten);
    await expectKept();
  },
);

test("another Winnow on the same data folder is refused, but can read it", async () => {
  await world.call("app.online", { online: false });
  await start(await list());
  expect(await openAnother(world)).toBe("store_locked");
  expect(await runCliBeside(world)).toBe("1 lists");
  await world.call("app.online", { online: true });
  await until(isWritten);
  await expectKept();
});
