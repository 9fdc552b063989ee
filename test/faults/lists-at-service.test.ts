import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { isOver, unwrap } from "../support/in-process.ts";
import {
  ADDRESSES,
  at,
  expectPaidOnce,
  folder,
  jobs,
  label,
  open,
  PARTS,
  reopen,
  requests,
  sandbox,
  start,
} from "./four-parts.ts";

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
      // The last part may not be verified yet when the others are home.
      ({ parts, fetchBy }) =>
        fetchBy !== null && parts.filter((part) => part.state === "done").length === PARTS - 1,
    );
    const days = ((one.fetchBy ?? 0) - at.clock.now()) / (24 * 3600_000);
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThanOrEqual(30);
    sandbox.faults.clear();
    expect(await at.until(id, isOver)).toMatchObject({ fetchBy: null });
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
