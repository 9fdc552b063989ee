import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasEnded, unwrap } from "../support/in-process.ts";
import {
  ADDRESSES,
  at,
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

describe("a list at the service", () => {
  it("is deleted after the download if the user chose so, and never before the results are stored", async () => {
    await open(ADDRESSES);
    unwrap(await at.call("settings.set", { deleteAfterFetch: true }));
    const { id } = unwrap(await start());
    await at.until(id, hasEnded);
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

  it("is deleted after the next start if Winnow ended before the deletion", async () => {
    await open(ADDRESSES);
    unwrap(await at.call("settings.set", { deleteAfterFetch: true }));
    sandbox.faults.add({ name: "drop-before", operation: "delete", account: label });
    const { id } = unwrap(await start());
    expect(await at.until(id, hasEnded)).toMatchObject({ state: "done", missing: 0 });
    await at.close();
    expect(jobs().map((job) => job.gone)).toEqual([false, false, false, false]);
    sandbox.faults.clear();
    await reopen();
    // The setting only applies to later lists, not to those already marked for deletion.
    unwrap(await at.call("settings.set", { deleteAfterFetch: false }));
    await expect
      .poll(() => jobs().map((job) => job.gone), { timeout: 10_000 })
      .toEqual([true, true, true, true]);
    expect(requests("start")).toBe(PARTS);
  });

  it("shows when it will be purged until its results are downloaded", async () => {
    await open(ADDRESSES);
    sandbox.faults.add({ name: "500-html", operation: "download", account: label, skip: PARTS - 1 });
    const { id } = unwrap(await start());
    const one = await at.until(
      id,
      // The last part may not be verified yet when the others are done.
      ({ parts, fetchBy }) =>
        fetchBy !== null && parts.filter((part) => part.state === "done").length === PARTS - 1,
    );
    const days = ((one.fetchBy ?? 0) - at.clock.now()) / (24 * 3600_000);
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThanOrEqual(30);
    sandbox.faults.clear();
    expect(await at.until(id, hasEnded)).toMatchObject({ fetchBy: null });
  });
});

describe("ingested results", () => {
  it("are kept if Winnow ended before it recorded them and the service then lost the list", async () => {
    let taken = 0;
    const allTaken = Promise.withResolvers<void>();
    await open(1000, {
      probe(point) {
        if (point !== "after:ingest") return;
        if (++taken === PARTS) allTaken.resolve();
        throw new Error("ended here");
      },
    });
    const { id } = unwrap(await start());
    await allTaken.promise;
    await at.close();
    sandbox.faults.add({ name: "vanish", operation: "download", account: label });
    await reopen();
    const done = await at.until(id, hasEnded);
    expect(done).toMatchObject({ state: "done", missing: 0, unverified: null, spent: ADDRESSES });
    expect(readFileSync(join(folder, "out.csv"), "utf8")).toContain("person39@example4.com");
  });
});
