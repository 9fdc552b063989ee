import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { type NumberedService, numberedService } from "../support/numbered-service.ts";

const KEY = "key-of-one";
const ADDRESSES = ["ann@acme.example", "bob@acme.example"];
let service: NumberedService;
let folder: string;
let at: InProcess;

beforeEach(async () => {
  service = await numberedService();
  service.account(KEY, 100);
  folder = mkdtempSync(join(tmpdir(), "winnow-unseen-"));
  writeFileSync(join(folder, "contacts.csv"), `Email\n${ADDRESSES.join("\n")}\n`);
});
afterEach(async () => {
  await at.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens Winnow; the service says of the jobs that `isUnseen` names that it does not have them. */
async function open(isUnseen: (jobId: string) => boolean): Promise<void> {
  const { fetch: real } = createNodeFetch();
  const fetch: typeof real = async (url, init) => {
    const { searchParams } = new URL(String(url));
    const jobId = searchParams.get("job_id");
    if (jobId === null || !isUnseen(jobId)) return real(url, init);
    asked++;
    return Response.json({ success: false, result: "Job not found" }, { status: 400 });
  };
  const session = { baseUrl: service.baseUrl, apiKey: KEY };
  at = unwrap(await openInProcess(join(folder, "data"), { session, fetch }));
}
let asked = 0;

async function begin(): Promise<Cleaning> {
  asked = 0;
  const listId = await readList(at, join(folder, "contacts.csv"));
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  return unwrap(
    await at.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: ADDRESSES.length }),
  );
}

const client = () => service.lists(KEY);
const uploads = () => client().asked.filter((one) => one.startsWith("POST /v1/bulk")).length;

describe("a list that the service takes and does not show", () => {
  it("is asked for for a while, and sent once", async () => {
    await open(() => asked < 4);
    const { id } = await begin();
    const done = await at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", missing: 0 });
    expect([uploads(), client().started]).toEqual([1, ["1"]]);
  });

  it("and that shows up once it was sent again is deleted there, and not paid for", async () => {
    await open((jobId) => jobId === "1" && client().lists.size < 2);
    const { id } = await begin();
    const done = await at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", missing: 0 });
    expect(client().started).toEqual(["2"]);
    expect([...client().lists.keys()]).toEqual(["2"]);
  });

  it("is waited for in words, can be cancelled meanwhile, and is deleted when it shows up after that", async () => {
    let hidden = true;
    await open(() => hidden);
    const { id } = await begin();
    const waiting = await at.until(id, ({ state }) => state === "waiting");
    expect(waiting).toMatchObject({ waiting: { for: "service" }, problem: { code: "job_unseen" } });
    expect(waiting.actions).toContain("cancel");
    unwrap(await at.act(id, "cancel"));
    hidden = false;
    await expect.poll(() => client().lists.size, { timeout: 20_000 }).toBe(0);
    expect(client().started).toEqual([]);
  });

  it("however often it is sent, is given up after three times; what shows up later is deleted", async () => {
    let hidden = true;
    await open(() => hidden);
    const { id } = await begin();
    const over = await at.until(id, isOver);
    expect(over).toMatchObject({ state: "failed", problem: { code: "job_unseen" } });
    expect(uploads()).toBe(3);
    await at.close();
    hidden = false;
    await open(() => hidden);
    await expect.poll(() => client().lists.size, { timeout: 20_000 }).toBe(0);
    expect([uploads(), client().started, client().credits]).toEqual([3, [], 100]);
  });
});

describe("a list that was begun with although its start was answered with 'Job not found'", () => {
  /** Opens Winnow; the first list is not shown while `isUnseen`, and its start does what it says it did not. */
  async function openDenying(isUnseen: () => boolean): Promise<void> {
    let isStarted = false;
    const { fetch: real } = createNodeFetch();
    const fetch: typeof real = async (url, init) => {
      if (new URL(String(url)).searchParams.get("job_id") !== "1") return real(url, init);
      if (init?.method === "PATCH") {
        isStarted = true;
        await real(url, init);
      } else if (!isStarted || !isUnseen()) return real(url, init);
      return Response.json({ success: false, result: "Job not found" }, { status: 400 });
    };
    const session = { baseUrl: service.baseUrl, apiKey: KEY };
    at = unwrap(await openInProcess(join(folder, "data"), { session, fetch }));
  }

  it("takes the place of the one that was sent after it, which is deleted and not paid for", async () => {
    await openDenying(() => client().lists.size < 2);
    const { id } = await begin();
    const done = await at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", missing: 0, spent: 2 });
    expect(client()).toMatchObject({ started: ["1"], credits: 98 });
    await expect.poll(() => [...client().lists.keys()], { timeout: 20_000 }).toEqual(["1"]);
  });

  it("is fetched although it was cancelled since", async () => {
    let hidden = true;
    await openDenying(() => hidden);
    const { id } = await begin();
    await at.until(id, ({ problem }) => problem?.code === "job_unseen");
    unwrap(await at.act(id, "cancel"));
    hidden = false;
    const done = await at.until(id, ({ state }) => state === "done");
    expect(done).toMatchObject({ missing: 0, spent: 2 });
    expect(client()).toMatchObject({ started: ["1"], credits: 98 });
  });
});

describe("a list that was started and that the service does not find", () => {
  it("is asked for for a while, in words, and fetched once it is there again", async () => {
    const isStarted = () => client().started.length > 0;
    await open(() => isStarted() && asked < 7);
    const { id } = await begin();
    const waiting = await at.until(id, ({ state }) => state === "waiting");
    expect(waiting).toMatchObject({ waiting: { for: "service" }, problem: { code: "job_gone" } });
    const done = await at.until(id, isOver);
    expect(done).toMatchObject({ state: "done", missing: 0 });
    expect(client().started).toEqual(["1"]);
  });

  it("is said to be paid for, also in the price of cleaning it again, until it is fetched after all", async () => {
    let hidden = true;
    await open(() => hidden && client().started.length > 0);
    const { id, listId, accountId } = await begin();
    const price = async () =>
      unwrap(await at.call("cleanings.price", { listId, accountId, options: { ...PAID, reuseKnown: true } }));
    const over = await at.until(id, isOver);
    expect(over).toMatchObject({ state: "failed", spent: 2, problem: { code: "job_gone" } });
    expect(over.problem?.detail).toContain("2 credits");
    expect(over.problem?.action).toContain("paid for a second time");
    expect(await price()).toMatchObject({ credits: 2, paid: 2 });
    expect(await price()).not.toHaveProperty("paidInBin");
    unwrap(await at.call("cleanings.act", { cleaningId: id, action: "delete_here" }));
    expect(await price()).toMatchObject({ credits: 2, paid: 2, paidInBin: 2 });
    unwrap(await at.call("cleanings.restore", { cleaningId: id }));
    hidden = false;
    unwrap(await at.act(id, "retry"));
    expect(await at.until(id, isOver)).toMatchObject({ state: "done", missing: 0, spent: 2 });
    expect(await price()).toMatchObject({ credits: 0, known: 2 });
    expect([client().started, client().credits]).toEqual([["1"], 98]);
  });
});
