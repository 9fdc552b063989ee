import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
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
import { quickSandbox } from "../support/quick-sandbox.ts";
import { steppedClock } from "../unit/cleanings/stepped-clock.ts";

const ADDRESSES = 40;
const PARTS = 4;
const PER_PART = ADDRESSES / PARTS;
const sandbox = await quickSandbox();
let folder: string;
let label: string;
let labels = 0;
let at: InProcess;
let listId: string;
let accountId: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-money-"));
  label = `money-${++labels}`;
  const rows = Array.from({ length: ADDRESSES }, (_, i) => `person${i}@example${i % 5}.com`);
  writeFileSync(join(folder, "contacts.csv"), `Email\n${rows.join("\n")}\n`);
});
afterEach(async () => {
  sandbox.faults.clear();
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(credits: number, options: Partial<EngineOptions> = {}): Promise<void> {
  sandbox.createAccount({ label, credits });
  await reopen(options);
  listId = await readList(at, join(folder, "contacts.csv"));
}

async function reopen(options: Partial<EngineOptions> = {}): Promise<void> {
  const session = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(label).key };
  const limits = { bytes: 1e7, addresses: PER_PART };
  at = unwrap(await openInProcess(join(folder, "data"), { session, limits, ...options }));
  accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
}

const start = (more: { waitForCredits?: boolean; requestId?: string } = {}) =>
  at.call("cleanings.start", {
    listId,
    accountId,
    options: PAID,
    agreedCredits: ADDRESSES,
    out: { ...everything(join(folder, "out.csv")), withVerdicts: false },
    ...more,
  });
const jobs = () => sandbox.snapshot().jobs.filter((job) => job.account === label);
const requests = (operation: string) =>
  sandbox.requests.filter((one) => one.account === label && one.operation === operation).length;
const states = ({ parts }: Cleaning) => parts.map(({ state }) => state);

function expectPaidOnce(): void {
  const charges = [...sandbox.charges(label).values()];
  expect(charges).toHaveLength(ADDRESSES);
  expect(charges.every((times) => times === 1)).toBe(true);
}

describe("an address that another cleaning verifies at this moment", () => {
  it("is told with the price, and costs nothing once that cleaning is home", async () => {
    await open(ADDRESSES * 2);
    sandbox.faults.add({ name: "500-html", operation: "download", account: label });
    const { id } = unwrap(await start());
    await at.until(id, ({ parts }) => parts.every(({ state }) => state === "downloading"));
    const more = join(folder, "more.csv");
    writeFileSync(more, "Name,Email\nx,PERSON1@example1.com\ny,person2@example2.com\nz,new@example.com\n");
    const other = await readList(at, more);
    const price = async (options: CleaningOptions) =>
      unwrap(await at.call("cleanings.price", { listId: other, accountId, options }));
    expect(await price(PAID)).not.toHaveProperty("underWay");
    expect(await price({ ...PAID, reuseKnown: true })).toMatchObject({ credits: 3, underWay: 2, known: 0 });
    expect(await price({ ...PAID, reuseKnown: true, limit: 1 })).toMatchObject({ credits: 1, underWay: 1 });
    sandbox.faults.clear();
    await at.until(id, isOver);
    const after = await price({ ...PAID, reuseKnown: true });
    expect(after).toMatchObject({ credits: 1, known: 2 });
    expect(after).not.toHaveProperty("underWay");
  });
});

describe("credits", () => {
  it("run out in the middle: the other parts wait without asking again and again, and a top-up ends the wait by itself", async () => {
    await open(PER_PART * 2);
    const { id } = unwrap(await start({ waitForCredits: true }));
    const parked = await at.until(
      id,
      ({ parts }) =>
        parts.filter((part) => part.state === "done").length === 2 &&
        parts.filter((part) => part.waitingFor === "credits").length === 2,
    );
    expect(parked).toMatchObject({ state: "waiting", problem: { code: "credits_insufficient" } });
    expect(parked.actions).toEqual(expect.arrayContaining(["retry", "cancel"]));
    // The first one to be refused speaks for the others, but for those that were asking at the same moment.
    expect(requests("start")).toBeLessThanOrEqual(PARTS);
    sandbox.topUp(label, PER_PART * 2);
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
    expectPaidOnce();
    expect(requests("start")).toBeLessThanOrEqual(PARTS + 2);
  });

  it("that are there again after a look at the balance end the wait at once", async () => {
    await open(0);
    const { id } = unwrap(await start({ waitForCredits: true }));
    await at.until(id, ({ parts }) => parts.every((part) => part.waitingFor === "credits"));
    sandbox.topUp(label, ADDRESSES);
    unwrap(await at.call("accounts.refresh", { id: accountId }));
    expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
    expectPaidOnce();
  });

  it("are promised once: of two cleanings agreed to in the same moment, one is begun", async () => {
    await open(ADDRESSES);
    const both = await Promise.all([start(), start()]);
    const begun = both.flatMap((one) => (one.ok ? [one.value.id] : []));
    const refused = both.flatMap((one) => (one.ok ? [] : [one.problem.code]));
    expect(begun).toHaveLength(1);
    expect(refused).toEqual(["credits_insufficient"]);
    await at.until(begun[0] ?? "", isOver);
    expectPaidOnce();
    expect(jobs()).toHaveLength(PARTS);
  });

  it("that do not suffice for another list are not promised to it", async () => {
    await open(ADDRESSES + PER_PART);
    sandbox.faults.add({ name: "active-full", operation: "start", account: label, times: 4 });
    const first = unwrap(await start());
    expect(await start()).toMatchObject({ ok: false, problem: { code: "credits_insufficient" } });
    await at.until(first.id, isOver);
    expectPaidOnce();
  });
});

describe("a price beside cleanings that wait", () => {
  const CREDITS = ADDRESSES / 2;
  const NEW = 6;
  let other: string;

  /** A list that shares all but one of its addresses with a cleaning for which the credits do not suffice. */
  async function parkOne(): Promise<string> {
    await open(CREDITS);
    const { id } = unwrap(await start({ waitForCredits: true }));
    const { parts } = await at.until(id, ({ waiting }) => waiting?.for === "credits");
    // Which of the parts came first and found credits is left to chance.
    const first = parts.findIndex(({ waitingFor }) => waitingFor === "credits") * PER_PART;
    const shared = Array.from({ length: NEW - 1 }, (_, i) => `person${first + i}@example${i % 5}.com`);
    writeFileSync(join(folder, "more.csv"), `Email\n${[...shared, "new@example.com"].join("\n")}\n`);
    other = await readList(at, join(folder, "more.csv"));
    return id;
  }
  const priceOf = async (options: CleaningOptions = PAID) =>
    unwrap(await at.call("cleanings.price", { listId: other, accountId, options }));
  const startOther = () =>
    at.call("cleanings.start", { listId: other, accountId, options: PAID, agreedCredits: NEW });

  it("shows what is promised to them as a term of its own, never a balance below nothing", async () => {
    const id = await parkOne();
    const waiting = unwrap(await at.call("cleanings.get", { cleaningId: id }));
    const left = waiting.parts.filter((part) => part.waitingFor === "credits").length * PER_PART;
    const balance = sandbox.account(label).credits;
    expect(await priceOf()).toMatchObject({ balance, promised: left, available: 0 });
    const refused = await startOther();
    expect(refused).toMatchObject({ ok: false, problem: { code: "credits_insufficient" } });
    if (!refused.ok) {
      expect(refused.problem.detail).toContain(`${left} are promised to other cleanings`);
      expect(refused.problem.detail).not.toContain("-");
    }
  });

  it("does not say of addresses that wait for credits that they are under way", async () => {
    await parkOne();
    const price = await priceOf({ ...PAID, reuseKnown: true });
    expect(price).not.toHaveProperty("underWay");
    expect(price.held).toBeGreaterThan(0);
  });

  it("lets a list begin that costs nothing, however much is promised", async () => {
    const id = await parkOne();
    await at.until(id, ({ parts }) => parts.filter((part) => part.state === "done").length === PARTS / 2);
    writeFileSync(join(folder, "known.csv"), `Email\n${[...sandbox.charges(label).keys()].join("\n")}\n`);
    const known = await readList(at, join(folder, "known.csv"));
    const begun = unwrap(
      await at.call("cleanings.start", {
        listId: known,
        accountId,
        options: { ...PAID, reuseKnown: true },
        agreedCredits: 0,
      }),
    );
    expect(await at.until(begun.id, isOver)).toMatchObject({ state: "done" });
  });

  it("promises nothing to one that is paused: its credits are free for another, and it waits again when it goes on", async () => {
    const id = await parkOne();
    sandbox.topUp(label, NEW - sandbox.account(label).credits);
    unwrap(await at.act(id, "stop_watching"));
    expect(await priceOf({ ...PAID, reuseKnown: true })).toMatchObject({
      held: expect.any(Number),
      promised: 0,
    });
    const begun = unwrap(await startOther());
    expect(await at.until(begun.id, isOver)).toMatchObject({ state: "done" });
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "paused" });
    expect(sandbox.account(label).credits).toBe(0);
  });

  it("reads the balance once for prices that are asked for one after the other: what it says may change them", async () => {
    const clock = steppedClock();
    await open(ADDRESSES, { clock });
    const price = async () =>
      unwrap(await at.call("cleanings.price", { listId, accountId, options: PAID })).balance;
    expect(await price()).toBe(ADDRESSES);
    sandbox.topUp(label, 1);
    for (let n = 0; n < 5; n++) expect(await price()).toBe(ADDRESSES);
    expect(requests("balance")).toBe(1);
    unwrap(await at.call("accounts.refresh", { id: accountId }));
    expect(await price()).toBe(ADDRESSES + 1);
    await clock.pass(60_000);
    sandbox.topUp(label, 1);
    expect(await price()).toBe(ADDRESSES + 2);
  });
});

describe("what the user does", () => {
  it("cancelling before the start deletes at the service what was uploaded, and charges nothing", async () => {
    await open(0);
    const { id } = unwrap(await start({ waitForCredits: true }));
    await at.until(id, ({ parts }) => parts.every((part) => part.waitingFor === "credits"));
    sandbox.faults.add({ name: "500-html", operation: "delete", account: label, times: 2 });
    const cancelled = unwrap(await at.act(id, "cancel"));
    expect(cancelled.state).toBe("cancelled");
    expect(cancelled.parts.every((part) => part.state === "cancelled")).toBe(true);
    await expect
      .poll(() => jobs().map((job) => job.gone), { timeout: 10_000 })
      .toEqual([true, true, true, true]);
    expect(jobs().some((job) => job.starts > 0)).toBe(false);
  });

  it("cancelling what Winnow was closed over is cleaned up at the next start", async () => {
    await open(0);
    const { id } = unwrap(await start({ waitForCredits: true }));
    await at.until(id, ({ parts }) => parts.every((part) => part.waitingFor === "credits"));
    sandbox.faults.add({ name: "hang-before", operation: "delete", account: label });
    unwrap(await at.act(id, "cancel"));
    await at.close();
    sandbox.faults.clear();
    await reopen();
    await expect.poll(() => jobs().every((job) => job.gone), { timeout: 10_000 }).toBe(true);
  });

  it("cancelling while an upload is on its way deletes what arrives", async () => {
    let cancel = () => {};
    const probe = (point: string) => {
      if (point === "after:upload") cancel();
    };
    await open(ADDRESSES, { probe });
    const cancelled: Promise<unknown>[] = [];
    const { id } = unwrap(await start());
    cancel = () => void cancelled.push(at.act(id, "cancel"));
    await at.until(id, ({ state }) => state === "cancelled");
    await expect.poll(() => jobs().every((job) => job.gone), { timeout: 10_000 }).toBe(true);
    expect(jobs().some((job) => job.starts > 0)).toBe(false);
    await Promise.all(cancelled);
  });

  it("after the start, cancelling is refused in words; not watching stops the questions, and watching again ends it", async () => {
    await open(ADDRESSES);
    sandbox.faults.add({ name: "500-html", operation: "download", account: label });
    const { id } = unwrap(await start());
    await at.until(id, ({ parts }) => parts.every((part) => part.state === "downloading"));
    expect(await at.act(id, "cancel")).toMatchObject({ ok: false, problem: { code: "start_irreversible" } });
    expect(unwrap(await at.act(id, "stop_watching"))).toMatchObject({ state: "paused" });
    sandbox.faults.clear();
    const before = requests("download");
    await at.close();
    await reopen();
    expect(unwrap(await at.call("cleanings.get", { cleaningId: id }))).toMatchObject({ state: "paused" });
    // What was under way when it was let go of may still have been heard there.
    expect(requests("download")).toBeLessThanOrEqual(before + PARTS);
    unwrap(await at.act(id, "resume"));
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
    expectPaidOnce();
  });

  it("tries one failed part again, and leaves the others alone", async () => {
    await open(ADDRESSES);
    sandbox.faults.add({ name: "invalid-file", operation: "upload", account: label, times: 1 });
    const { id } = unwrap(await start());
    const failed = await at.until(id, isOver);
    expect(states(failed).toSorted()).toEqual(["done", "done", "done", "failed"]);
    expect(failed).toMatchObject({ state: "failed", problem: { code: "invalid_file_data" } });
    const uploads = requests("upload");
    unwrap(await at.act(id, "retry"));
    expect(await at.until(id, ({ state }) => state === "done")).toMatchObject({ missing: 0 });
    expect(requests("upload")).toBe(uploads + 1);
    expectPaidOnce();
  });
});

describe("what lies at the service", () => {
  it("is deleted after fetching when the user chose so, and never before the results are stored here", async () => {
    await open(ADDRESSES);
    unwrap(await at.call("settings.set", { deleteAfterFetch: true }));
    const { id } = unwrap(await start());
    await at.until(id, isOver);
    await expect
      .poll(() => jobs().map((job) => job.gone), { timeout: 10_000 })
      .toEqual([true, true, true, true]);
    const log = sandbox.requests.filter((one) => one.account === label);
    for (const { id: jobId } of jobs()) {
      const about = log.filter((one) => one.jobId === jobId).map((one) => one.operation);
      expect(about.indexOf("delete")).toBeGreaterThan(about.indexOf("download"));
    }
    expect(readFileSync(join(folder, "out.csv"), "utf8").split("\n").length).toBeGreaterThan(ADDRESSES);
  });

  it("is still deleted after the next start when Winnow ended before it could be", async () => {
    await open(ADDRESSES);
    unwrap(await at.call("settings.set", { deleteAfterFetch: true }));
    sandbox.faults.add({ name: "drop-before", operation: "delete", account: label });
    const { id } = unwrap(await start());
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
    await at.close();
    expect(jobs().map((job) => job.gone)).toEqual([false, false, false, false]);
    sandbox.faults.clear();
    await reopen();
    // What the user wants of later lists changes nothing about those that were to be deleted.
    unwrap(await at.call("settings.set", { deleteAfterFetch: false }));
    await expect
      .poll(() => jobs().map((job) => job.gone), { timeout: 10_000 })
      .toEqual([true, true, true, true]);
    expect(requests("start")).toBe(PARTS);
  });

  it("stays there while some of its results are not here, whatever the user chose", async () => {
    await open(ADDRESSES);
    unwrap(await at.call("settings.set", { deleteAfterFetch: true }));
    sandbox.faults.add({ name: "rows-missing", operation: "download", account: label });
    const { id } = unwrap(await start());
    const short = await at.until(id, isOver);
    expect(short.missing).toBeGreaterThan(0);
    await at.close();
    await reopen();
    expect(jobs().map((job) => job.gone)).toEqual([false, false, false, false]);
    expect(requests("delete")).toBe(0);
  });

  it("and is not home yet says when it will be purged; what is home does not", async () => {
    await open(ADDRESSES);
    sandbox.faults.add({ name: "500-html", operation: "download", account: label, skip: PARTS - 1 });
    const { id } = unwrap(await start());
    const one = await at.until(
      id,
      ({ parts }) => parts.filter((part) => part.state === "done").length === PARTS - 1,
    );
    const days = ((one.fetchBy ?? 0) - at.clock.now()) / (24 * 3600_000);
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThanOrEqual(30);
    sandbox.faults.clear();
    expect(await at.until(id, isOver)).toMatchObject({ fetchBy: null });
  });
});

describe("one yes", () => {
  it("that is sent twice, at once or after its answer was lost, begins one cleaning", async () => {
    await open(ADDRESSES * 4);
    const requestId = "one-click";
    const [first, second] = await Promise.all([start({ requestId }), start({ requestId })]);
    const { id } = unwrap(first);
    expect(unwrap(second).id).toBe(id);
    expect(unwrap(await start({ requestId })).id).toBe(id);
    await at.until(id, isOver);
    expect(unwrap(await start({ requestId }))).toMatchObject({ id, state: "done" });
    expect(await start({ requestId, waitForCredits: true })).toMatchObject({ ok: false });
    expect(unwrap(await at.call("cleanings.list", {})).total).toBe(1);
    expectPaidOnce();
    expect(unwrap(await start({ requestId: "another click" })).id).not.toBe(id);
  });

  it("that was refused can be given again under the same name", async () => {
    await open(0);
    const requestId = "one-click";
    expect(await start({ requestId })).toMatchObject({ problem: { code: "credits_insufficient" } });
    sandbox.topUp(label, ADDRESSES);
    await at.until(unwrap(await start({ requestId })).id, isOver);
    expectPaidOnce();
  });

  it("to the price of a part starts no other part: it names the sum of all that wait, or is refused with it", async () => {
    await open(10_000);
    sandbox.faults.add({ name: "wrong-total", operation: "status", account: label, value: 500 });
    const { id } = unwrap(await start());
    const asked = await at.until(id, ({ parts }) => parts.every(({ waitingFor }) => waitingFor === "user"));
    const ofOne = PER_PART + 500;
    const ofAll = ofOne * PARTS;
    expect(asked.parts.map(({ asks }) => asks)).toEqual(asked.parts.map(() => ofOne));
    expect(asked.asks?.start).toMatchObject({ credits: ofAll, parts: PARTS });
    expect(asked.problem?.detail).toContain(`agreed to ${ADDRESSES} credits`);
    expect(asked.problem?.detail).toContain(ofAll.toLocaleString("en-US"));
    const refused = await at.act(id, "start", ofOne);
    expect(refused).toMatchObject({ ok: false, problem: { code: "price_changed" } });
    expect(await at.call("cleanings.act", { cleaningId: id, action: "start" })).toMatchObject({ ok: false });
    expect([asked.credits, asked.spent, requests("start")]).toEqual([ADDRESSES, 0, 0]);
    unwrap(await at.act(id, "start", ofAll));
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", credits: ofAll });
    expectPaidOnce();
  });

  it("to what may have been paid for before the data was brought back names the sum of all of it", async () => {
    await open(10_000);
    unwrap(await at.call("app.online", { online: false }));
    const { id } = unwrap(await start());
    const { path } = unwrap(await at.call("app.backup", {}));
    unwrap(await at.call("app.online", { online: true }));
    await at.until(id, isOver);
    unwrap(await at.call("app.restore", { kind: "path", path }));
    unwrap(await at.act(id, "resume"));
    const asked = await at.until(id, ({ parts }) => parts.every(({ waitingFor }) => waitingFor === "user"));
    expect(asked.asks?.start).toEqual({ credits: ADDRESSES, parts: PARTS, mayBePaid: true });
    expect(asked.problem?.detail).toContain(`costs up to ${ADDRESSES} credits`);
    expect(await at.act(id, "start", PER_PART)).toMatchObject({ ok: false });
    expectPaidOnce();
  });
});

describe("results that are here", () => {
  /** Ends Winnow right after the results of all parts were taken in, before that is said of any. */
  async function endedAfterTakingIn(): Promise<{ id: string; backup: string }> {
    let taken = 0;
    let hit = () => {};
    const reached = new Promise<void>((resolve) => {
      hit = resolve;
    });
    await open(1000, {
      probe(point) {
        if (point !== "after:ingest") return;
        if (++taken === PARTS) hit();
        throw new Error("ended here");
      },
    });
    const { id } = unwrap(await start());
    await reached;
    const backup = unwrap(await at.call("app.backup", {})).path;
    await at.close();
    return { id, backup };
  }

  it("are not lost with the list at the service, though Winnow ended before it said so", async () => {
    const { id } = await endedAfterTakingIn();
    sandbox.faults.add({ name: "vanish", operation: "download", account: label });
    await reopen();
    const done = await at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", missing: 0, unverified: null, spent: ADDRESSES });
    expect(readFileSync(join(folder, "out.csv"), "utf8")).toContain("person39@example4.com");
  });

  it("are not lost where a backup was made before it was said so, and are not paid for again", async () => {
    const { id, backup } = await endedAfterTakingIn();
    await reopen();
    await at.until(id, isOver);
    unwrap(await at.call("app.restore", { kind: "path", path: backup }));
    sandbox.faults.add({ name: "vanish", operation: "status", account: label });
    unwrap(await at.act(id, "resume"));
    const done = await at.until(id, ({ state }) => state === "done" || state === "failed");
    expect(done).toMatchObject({ state: "done", missing: 0, unverified: null });
    expect(1000 - sandbox.account(label).credits).toBe(ADDRESSES);
  });
});

describe("a list that the service says is over, after it was started", () => {
  /** The way to a service that answers the first `times` questions about a started list with `word`. */
  function saying(word: string, times: number) {
    const { fetch: real } = createNodeFetch();
    let started = false;
    const told = { times };
    const fetch: typeof real = async (url, init) => {
      const method = init?.method ?? "GET";
      const { pathname, searchParams } = new URL(String(url));
      if (method === "GET" && pathname.startsWith("/v1/bulk") && started && told.times-- > 0) {
        const job = { job_id: searchParams.get("job_id"), status: word, total: ADDRESSES, success: true };
        return Response.json({ ...job, created_at: "7/1/2026, 1:00:00 PM", message: "x" });
      }
      const answer = await real(url, init);
      started ||= method === "PATCH";
      return answer;
    };
    return { fetch, told };
  }
  const inOnePart = { limits: { bytes: 1e7, addresses: ADDRESSES } };

  it.each(["failed", "cancelled"])("'%s', is asked about again before that is believed", async (word) => {
    await open(1000, { fetch: saying(word, 2).fetch, ...inOnePart });
    const { id } = unwrap(await start());
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0, spent: ADDRESSES });
    expectPaidOnce();
  });

  it.each(["failed", "cancelled"])(
    "'%s' for long, can be asked about once more for nothing, and says that it may be paid for",
    async (word) => {
      const { fetch, told } = saying(word, Number.POSITIVE_INFINITY);
      await open(1000, { fetch, ...inOnePart });
      const { id } = unwrap(await start());
      const failed = await at.until(id, isOver);
      expect(failed).toMatchObject({ state: "failed", problem: { code: `job_${word}` } });
      expect(failed.problem?.detail).not.toContain("Nothing was charged");
      expect(failed.actions).toEqual(expect.arrayContaining(["retry", "upload_again"]));
      told.times = 0;
      unwrap(await at.act(id, "retry"));
      expect(await at.until(id, isOver)).toMatchObject({ state: "done", spent: ADDRESSES });
      expectPaidOnce();
    },
  );
});

describe("a list that was paid for and is sent again", () => {
  it("says what was spent and agreed to for both times, and names its new price as one that comes beside the first", async () => {
    await open(1000);
    sandbox.faults.add({ name: "vanish", operation: "download", account: label });
    const { id } = unwrap(await start());
    const gone = await at.until(id, ({ state }) => state === "failed");
    sandbox.faults.clear();
    expect(gone).toMatchObject({ spent: ADDRESSES, credits: ADDRESSES });
    unwrap(await at.act(id, "upload_again"));
    const asked = await at.until(id, ({ parts }) => parts.every(({ waitingFor }) => waitingFor === "user"));
    expect(asked).toMatchObject({ spent: ADDRESSES, credits: ADDRESSES, problem: { code: "price_again" } });
    unwrap(await at.act(id, "start"));
    const done = await at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", spent: ADDRESSES * 2, credits: ADDRESSES * 2 });
    expect(1000 - sandbox.account(label).credits).toBe(done.spent);
  });
});
