import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import type { Cleaning, CleaningAction } from "../../shared/bridge/cleanings.ts";
import { sandbox, world } from "../support/each-world.ts";
import { type InProcess, isOver, unwrap } from "../support/in-process.ts";
import { ADDRESSES } from "../support/one-cleaning.ts";

const { fetch: real } = createNodeFetch();

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** The whole disk as it is now. Called, it brings that back: the same files by all that a system knows them by. */
function snapshot(folder: string): () => void {
  const kept = new Map(filesIn(folder).map((name) => [name, readFileSync(join(folder, name))]));
  return () => {
    for (const name of filesIn(folder)) if (!kept.has(name)) rmSync(join(folder, name));
    for (const [name, bytes] of kept) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
  };
}

/** Begins a cleaning that is not sent yet when Winnow ends. */
async function unsent(): Promise<string> {
  const at = await world.start();
  const { id } = await world.beginUntil(at, null);
  await world.stop(at);
  return id;
}

/** Opens Winnow until the cleaning is over. */
async function finish(id: string): Promise<void> {
  const at = await world.start();
  expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
  await world.stop(at);
}

/** Somebody verifies something else with the same account. */
const useElsewhere = (credits: number) => sandbox.topUp(world.label, -credits);
const times = (n: number) => Array.from({ length: ADDRESSES }, () => n);

describe("a machine that is set back to an earlier state", () => {
  it("asks before it sends and pays once more for what was verified since", async () => {
    const id = await unsent();
    const setBack = snapshot(world.folder);
    await finish(id);
    expect(world.charges()).toEqual(times(1));
    const jobs = world.jobs();

    setBack();
    const at = await world.start();
    const asking = await at.until(id, ({ state }) => state === "waiting");
    expect(asking).toMatchObject({
      problem: { code: "balance_fell", detail: expect.stringContaining(`${ADDRESSES} credits`) },
      parts: [{ waitingFor: "user" }],
      asks: { start: { credits: ADDRESSES, mayBePaid: true } },
    });
    expect(world.jobs()).toEqual(jobs);
    await world.stop(at);

    const later = await world.start();
    expect(unwrap(await later.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "waiting" });
    expect(world.charges()).toEqual(times(1));
    unwrap(await later.act(id, "start"));
    expect(await later.until(id, isOver)).toMatchObject({ state: "done" });
    expect(world.charges()).toEqual(times(2));
  });

  it("asks also where the list had been uploaded, and was deleted at the service since", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, "committed:preparing");
    await world.stop(at);
    const setBack = snapshot(world.folder);
    await finish(id);
    const again = await world.start();
    unwrap(await again.act(id, "delete_at_service"));
    await world.stop(again);
    const jobs = world.jobs();

    setBack();
    const back = await world.start();
    // The list is looked for at the service first.
    const asking = await back.until(id, (now) => isOver(now) || now.waiting?.for === "user");
    expect(asking).toMatchObject({ state: "waiting", problem: { code: "balance_fell" } });
    expect(world.jobs()).toEqual(jobs);
  });
});

/** Winnow's way to the service, where `answer` may answer in its place. */
function answering(answer: (request: string) => Response | null): typeof real {
  return async (url, init) =>
    answer(`${init?.method ?? "GET"} ${new URL(String(url)).pathname}`) ?? real(url, init);
}
const broken = () => new Response("", { status: 500 });

/** Opens Winnow: it asks before the cleaning, which was paid for since, is sent, and nothing is paid for meanwhile. */
async function asks(id: string, act: CleaningAction | null = null): Promise<InProcess> {
  const before = { jobs: world.jobs().length, charges: world.charges() };
  const at = await world.start();
  if (act !== null) unwrap(await at.act(id, act));
  const asking = await at.until(id, (now) => isOver(now) || now.waiting?.for === "user");
  expect(asking).toMatchObject({
    waiting: { for: "user" },
    problem: { code: "balance_fell" },
    asks: { start: { mayBePaid: true } },
  });
  expect({ jobs: world.jobs().length, charges: world.charges() }).toEqual(before);
  return at;
}

describe("a machine that is set back asks also", () => {
  it("where as much was paid for right before", async () => {
    const first = await world.start();
    const { id: x } = await world.begin(first);
    await first.until(x, isOver);
    await world.stop(first);
    rmSync(world.out);
    const id = await unsent();
    const setBack = snapshot(world.folder);
    await finish(id);
    expect(world.charges()).toEqual(times(2));

    setBack();
    await asks(id);
  });

  it("where another part of the list had been started right before", async () => {
    let uploads = 0;
    const limits = { addresses: ADDRESSES / 2 };
    const at = await world.start(world.data, {
      limits,
      fetch: answering((request) =>
        request === "POST /v1/bulk" && ++uploads > 1 ? new Response("", { status: 429 }) : null,
      ),
    });
    const { id } = await world.begin(at);
    const kinds = ({ parts }: Cleaning) => parts.map(({ state }) => state).sort();
    await at.until(id, (cleaning) => kinds(cleaning).join() === "done,queued" && uploads > 1);
    await world.stop(at);
    const setBack = snapshot(world.folder);
    await finish(id);
    expect(world.charges()).toEqual(times(1));

    setBack();
    await asks(id);
  });

  it("where the balance cannot be read at first: it is waited for", async () => {
    const id = await unsent();
    const setBack = snapshot(world.folder);
    await finish(id);
    const { jobs, charges } = { jobs: world.jobs(), charges: world.charges() };

    setBack();
    let isBroken = true;
    const at = await world.start(world.data, {
      fetch: answering((request) => (isBroken && request === "GET /v1/info" ? broken() : null)),
    });
    const waits = await at.until(id, ({ waiting }) => waiting !== null);
    expect(waits).toMatchObject({ waiting: { for: "service" }, problem: { code: "service_broken" } });
    expect({ jobs: world.jobs(), charges: world.charges() }).toEqual({ jobs, charges });
    isBroken = false;
    const asking = await at.until(id, ({ waiting }) => waiting?.for === "user");
    expect(asking).toMatchObject({ problem: { code: "balance_fell" } });
    expect({ jobs: world.jobs(), charges: world.charges() }).toEqual({ jobs, charges });
  });

  it("where Winnow was opened before, and looked at the balance", async () => {
    const id = await unsent();
    const setBack = snapshot(world.folder);
    await finish(id);

    setBack();
    const looking = await world.start(world.data, { goOn: false });
    const [account] = unwrap(await looking.call("accounts.list", {})).accounts;
    unwrap(await looking.call("accounts.refresh", { id: account?.id ?? "" }));
    await world.stop(looking);
    await asks(id);
  });

  it("where what had failed is tried again, as it was since", async () => {
    const at = await world.start(world.data, {
      fetch: answering((request) =>
        request === "POST /v1/bulk"
          ? Response.json({ success: false, result: "Invalid file data" }, { status: 400 })
          : null,
      ),
    });
    const { id } = await world.begin(at);
    expect(await at.until(id, isOver)).toMatchObject({ state: "failed", spent: 0 });
    await world.stop(at);
    const setBack = snapshot(world.folder);
    const since = await world.start();
    unwrap(await since.act(id, "retry"));
    expect(await since.until(id, isOver)).toMatchObject({ state: "done" });
    await world.stop(since);
    expect(world.charges()).toEqual(times(1));

    setBack();
    await asks(id, "retry");
  });
});

/** Opens Winnow without going on with anything, and puts them onto a suppression list. */
async function suppress(...who: readonly string[]): Promise<void> {
  const at = await world.start(world.data, { goOn: false });
  const source = { kind: "text", text: `${who.join("\n")}\n`, name: "left.txt" } as const;
  unwrap(await at.call("suppression.add", { name: "left", source }));
  await world.stop(at);
}

describe("a machine that is set back asks also where less was paid for than is to be sent now", () => {
  it.each([
    ["one person", ["person3@example3.com"], 39],
    ["most of the list", ["@example1.com", "@example2.com", "@example3.com", "@example4.com"], 8],
  ] as const)("as %s had been suppressed by then", async (_, who, paid) => {
    const id = await unsent();
    const setBack = snapshot(world.folder);
    await suppress(...who);
    await finish(id);
    expect(world.charges()).toHaveLength(paid);

    setBack();
    await asks(id);
  });

  it("and its first copy, which was not started, still is at the service", async () => {
    const first = await world.start();
    const { id } = await world.beginUntil(first, "committed:ready");
    await world.stop(first);
    const setBack = snapshot(world.folder);
    await suppress("person3@example3.com");
    const at = await world.start(world.data, {
      fetch: answering((request) => (request.startsWith("DELETE") ? broken() : null)),
    });
    expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
    await world.stop(at);
    expect(world.charges()).toHaveLength(39);

    setBack();
    const asking = await asks(id);
    unwrap(await asking.act(id, "start"));
    expect(await asking.until(id, isOver)).toMatchObject({ state: "done" });
  });
});

describe("an ordinary day asks nothing", () => {
  it("although a cleaning was paid for right before Winnow ended with another one unsent", async () => {
    const at = await world.start();
    const { id: first } = await world.begin(at);
    await at.until(first, isOver);
    rmSync(world.out);
    unwrap(await at.call("app.online", { online: false }));
    const { id } = await world.begin(at);
    await world.stop(at);
    await finish(id);
    expect(world.charges()).toEqual(times(2));
  });

  it("although what failed is tried again after another cleaning was paid for", async () => {
    let isRefused = true;
    const at = await world.start(world.data, {
      fetch: answering((request) =>
        isRefused && request === "POST /v1/bulk"
          ? Response.json({ success: false, result: "Invalid file data" }, { status: 400 })
          : null,
      ),
    });
    const { id } = await world.begin(at);
    expect(await at.until(id, isOver)).toMatchObject({ state: "failed" });
    isRefused = false;
    const { id: other } = await world.begin(at);
    expect(await at.until(other, isOver)).toMatchObject({ state: "done" });
    await world.stop(at);
    const later = await world.start();
    unwrap(await later.act(id, "retry"));
    expect(await later.until(id, (now) => isOver(now) || now.waiting?.for === "user")).toMatchObject({
      state: "done",
    });
  });
});

describe("an account that is used elsewhere too", () => {
  it("is no reason to ask while what was spent there could not have paid for the part", async () => {
    const id = await unsent();
    useElsewhere(ADDRESSES / 10 - 1);
    await finish(id);
    expect(world.charges()).toEqual(times(1));
  });

  it("is no reason to ask about a cleaning that is agreed to afterwards, nor about one that had been started", async () => {
    const at = await world.start();
    const { id } = await world.beginUntil(at, "committed:verifying");
    await world.stop(at);
    useElsewhere(5 * ADDRESSES);
    await finish(id);
    useElsewhere(5 * ADDRESSES);
    rmSync(world.out);
    const next = await world.start();
    const again = await world.begin(next);
    expect(await next.until(again.id, isOver)).toMatchObject({ state: "done" });
  });

  it("is no reason to ask when credits were bought", async () => {
    const id = await unsent();
    sandbox.topUp(world.label, 1_000);
    useElsewhere(5 * ADDRESSES);
    await finish(id);
  });
});
