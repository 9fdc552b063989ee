import { describe, expect, it } from "vitest";
import { hasEnded, unwrap } from "../support/in-process.ts";
import {
  ADDRESSES,
  at,
  expectPaidOnce,
  jobs,
  label,
  open,
  PARTS,
  reopen,
  requests,
  sandbox,
  start,
} from "./four-parts.ts";

describe("a cleaning in several parts", () => {
  it("is deleted at the service and not charged if it is cancelled before the start", async () => {
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

  it("is deleted at the service after its upload if it was cancelled during the upload", async () => {
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

  it("cannot be cancelled after the start, but can be paused, and later resumed to its end", async () => {
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
    // A request that was in flight at the pause may still have arrived.
    expect(requests("download")).toBeLessThanOrEqual(before + PARTS);
    unwrap(await at.act(id, "resume"));
    expect(await at.until(id, hasEnded)).toMatchObject({ state: "done", missing: 0 });
    expectPaidOnce();
  });
});
