import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CleaningOptions } from "../../shared/bridge/cleanings.ts";
import { hasEnded, PAY_FOR_ALL, readList, unwrap } from "../support/in-process.ts";
import {
  ADDRESSES,
  accountId,
  at,
  expectPaidOnce,
  folder,
  jobs,
  label,
  open,
  PARTS,
  PER_PART,
  requests,
  sandbox,
  start,
} from "./four-parts.ts";

describe("an address that another cleaning is verifying", () => {
  const SHARED = "Name,Email\nx,PERSON1@example1.com\ny,person2@example2.com\n";

  async function readShared(own: string): Promise<string> {
    writeFileSync(join(folder, "more.csv"), SHARED + own);
    return readList(at, join(folder, "more.csv"));
  }
  const options: CleaningOptions = { ...PAY_FOR_ALL, reuseKnown: true };
  const startOther = (listId: string, agreedCredits: number) =>
    at.call("cleanings.start", { listId, accountId, options, agreedCredits });

  it("is not charged again: the second cleaning waits for the other list, names it and reuses the verdict", async () => {
    await open(ADDRESSES * 2);
    sandbox.faults.add({ name: "500-html", operation: "download", account: label });
    const { id } = unwrap(await start());
    await at.until(id, ({ parts }) => parts.every(({ state }) => state === "downloading"));
    const listId = await readShared("z,new@example.com\n");
    const price = async (changes: Partial<CleaningOptions>) =>
      unwrap(await at.call("cleanings.price", { listId, accountId, options: { ...options, ...changes } }));
    expect(await price({ reuseKnown: false })).not.toHaveProperty("elsewhere");
    expect(await price({})).toMatchObject({ rows: 3, elsewhere: 2, credits: 1, known: 0 });
    const other = unwrap(await startOther(listId, 1));
    const waiting = await at.until(other.id, (cleaning) => cleaning.state === "waiting");
    expect(waiting.waiting).toMatchObject({
      for: "list",
      lists: [unwrap(await at.call("cleanings.get", { cleaningId: id })).name],
    });
    sandbox.faults.clear();
    await at.until(id, hasEnded);
    expect(await at.until(other.id, hasEnded)).toMatchObject({ state: "done", spent: 1, missing: 0 });
    expect([...sandbox.charges(label).values()].filter((times) => times !== 1)).toEqual([]);
    expect(await price({})).toMatchObject({ credits: 0, known: 3 });
  });

  it("makes the second cleaning wait for the user while the other is paused; the second can be cancelled", async () => {
    await open(ADDRESSES * 2);
    sandbox.faults.add({ name: "status-endless", operation: "status", account: label, times: 99_999 });
    const { id } = unwrap(await start());
    await at.until(id, ({ parts }) => parts.every(({ state }) => state === "verifying"));
    const other = unwrap(await startOther(await readShared(""), 0));
    await at.until(other.id, (cleaning) => cleaning.waiting?.for === "list");
    unwrap(await at.act(id, "stop_watching"));
    const still = await at.until(other.id, (cleaning) => cleaning.waiting?.for === "user");
    expect(still).toMatchObject({ problem: { code: "list_awaited" }, actions: ["cancel"] });
    expect(unwrap(await at.act(other.id, "cancel"))).toMatchObject({
      state: "cancelled",
      unverified: { addresses: 2 },
      counts: { unknown: 0 },
    });
  });

  it("gets no verdict if the other cleaning is cancelled, and is charged in the next cleaning", async () => {
    await open(ADDRESSES * 2);
    sandbox.faults.add({ name: "active-full", operation: "start", account: label, times: 99_999 });
    const { id } = unwrap(await start());
    await at.until(id, ({ waiting }) => waiting?.for === "slot");
    const listId = await readShared("");
    const other = unwrap(await startOther(listId, 0));
    unwrap(await at.act(id, "cancel"));
    expect(await at.until(other.id, hasEnded)).toMatchObject({
      state: "failed",
      unverified: { parts: 0, addresses: 2 },
      counts: { unknown: 0 },
      problem: { code: "elsewhere_lost" },
    });
    const again = await at.call("cleanings.price", { listId, accountId, options });
    expect(unwrap(again)).toMatchObject({ credits: 2 });
    expect(unwrap(again)).not.toHaveProperty("elsewhere");
  });
});

describe("a part that failed before it was charged", () => {
  const options: CleaningOptions = { ...PAY_FOR_ALL, reuseKnown: true };

  it("is not retried once another list has verified some of its addresses; a new cleaning pays for the rest", async () => {
    await open(ADDRESSES);
    sandbox.faults.add({ name: "invalid-file", operation: "upload", account: label, times: 1 });
    const { id } = unwrap(await start({ options }));
    expect(await at.until(id, hasEnded)).toMatchObject({ state: "failed", spent: ADDRESSES - PER_PART });
    const other = unwrap(await start({ options: { ...options, limit: 1 }, agreedCredits: 1 }));
    await at.until(other.id, hasEnded);

    expect(await at.act(id, "retry")).toMatchObject({
      ok: false,
      problem: { code: "verified_meanwhile", values: { addresses: 1 } },
    });

    const rest = unwrap(await start({ options, agreedCredits: PER_PART - 1 }));
    expect(await at.until(rest.id, hasEnded)).toMatchObject({ state: "done", missing: 0 });
    expectPaidOnce();
  });

  it("is sent again only once if two lists that share its addresses are retried simultaneously", async () => {
    await open(ADDRESSES * 2);
    const failed: string[] = [];
    for (const _ of [1, 2]) {
      sandbox.faults.add({ name: "invalid-file", operation: "upload", account: label, times: PARTS });
      const { id } = unwrap(await start({ options }));
      expect(await at.until(id, hasEnded)).toMatchObject({ state: "failed", spent: 0 });
      failed.push(id);
    }
    const answers = await Promise.all(failed.map((id) => at.act(id, "retry")));
    expect(answers.map((one) => (one.ok ? "sent" : one.problem.code)).toSorted()).toEqual([
      "sent",
      "verified_meanwhile",
    ]);
    for (const id of failed) await at.until(id, hasEnded);
    expectPaidOnce();
  });
});

describe("the credits of an account", () => {
  it("that run out make the other parts wait for a top-up, without repeated requests", async () => {
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
    // The first refusal applies to all parts, except for starts already in flight.
    expect(requests("start")).toBeLessThanOrEqual(PARTS);
    sandbox.topUp(label, PER_PART * 2);
    expect(await at.until(id, hasEnded)).toMatchObject({ state: "done", missing: 0 });
    expectPaidOnce();
    expect(requests("start")).toBeLessThanOrEqual(PARTS + 2);
  });

  it("are reserved once: of two cleanings agreed to simultaneously, one starts", async () => {
    await open(ADDRESSES);
    const both = await Promise.all([start(), start()]);
    const begun = both.flatMap((one) => (one.ok ? [one.value.id] : []));
    const refused = both.flatMap((one) => (one.ok ? [] : [one.problem.code]));
    expect(begun).toHaveLength(1);
    expect(refused).toEqual(["credits_insufficient"]);
    await at.until(begun[0] ?? "", hasEnded);
    expectPaidOnce();
    expect(jobs()).toHaveLength(PARTS);
  });

  it("are not reserved for a second list that costs more than is left", async () => {
    await open(ADDRESSES + PER_PART);
    sandbox.faults.add({ name: "active-full", operation: "start", account: label, times: 4 });
    const first = unwrap(await start());
    expect(await start()).toMatchObject({ ok: false, problem: { code: "credits_insufficient" } });
    await at.until(first.id, hasEnded);
    expectPaidOnce();
  });
});

describe("the price of a list while other cleanings wait for credits", () => {
  const CREDITS = ADDRESSES / 2;
  const NEW = 6;
  let other: string;

  /** Creates a list that shares all but one of its addresses with a cleaning that is short of credits. */
  async function createShortCleaning(): Promise<string> {
    await open(CREDITS);
    const { id } = unwrap(await start({ waitForCredits: true }));
    const { parts } = await at.until(id, ({ waiting }) => waiting?.for === "credits");
    // Which parts start first is random.
    const first = parts.findIndex(({ waitingFor }) => waitingFor === "credits") * PER_PART;
    const shared = Array.from({ length: NEW - 1 }, (_, i) => `person${first + i}@example${i % 5}.com`);
    writeFileSync(join(folder, "more.csv"), `Email\n${[...shared, "new@example.com"].join("\n")}\n`);
    other = await readList(at, join(folder, "more.csv"));
    return id;
  }
  const priceOf = async (options: CleaningOptions = PAY_FOR_ALL) =>
    unwrap(await at.call("cleanings.price", { listId: other, accountId, options }));
  const startOther = () =>
    at.call("cleanings.start", { listId: other, accountId, options: PAY_FOR_ALL, agreedCredits: NEW });

  it("shows the credits reserved for those cleanings separately, and never a negative balance", async () => {
    const id = await createShortCleaning();
    const waiting = unwrap(await at.call("cleanings.get", { cleaningId: id }));
    const left = waiting.parts.filter((part) => part.waitingFor === "credits").length * PER_PART;
    const balance = sandbox.account(label).credits;
    expect(await priceOf()).toMatchObject({ balance, promised: left, available: 0 });
    const refused = await startOther();
    expect(refused).toMatchObject({ ok: false, problem: { code: "credits_insufficient" } });
    if (!refused.ok) {
      expect(refused.problem.detail).toContain(`${left} are reserved for other cleanings`);
      expect(refused.problem.detail).not.toContain("-");
    }
  });

  it("does not block a list that costs nothing", async () => {
    const id = await createShortCleaning();
    await at.until(id, ({ parts }) => parts.filter((part) => part.state === "done").length === PARTS / 2);
    writeFileSync(join(folder, "known.csv"), `Email\n${[...sandbox.charges(label).keys()].join("\n")}\n`);
    const known = await readList(at, join(folder, "known.csv"));
    const begun = unwrap(
      await at.call("cleanings.start", {
        listId: known,
        accountId,
        options: { ...PAY_FOR_ALL, reuseKnown: true },
        agreedCredits: 0,
      }),
    );
    expect(await at.until(begun.id, hasEnded)).toMatchObject({ state: "done" });
  });
});

describe("agreeing to a price", () => {
  it("starts one cleaning if the request is sent twice, at once or after a lost response", async () => {
    await open(ADDRESSES * 4);
    const requestId = "one-click";
    const [first, second] = await Promise.all([start({ requestId }), start({ requestId })]);
    const { id } = unwrap(first);
    expect(unwrap(second).id).toBe(id);
    expect(unwrap(await start({ requestId })).id).toBe(id);
    await at.until(id, hasEnded);
    expect(unwrap(await start({ requestId }))).toMatchObject({ id, state: "done" });
    expect(await start({ requestId, waitForCredits: true })).toMatchObject({ ok: false });
    expect(unwrap(await at.call("cleanings.list", {})).total).toBe(1);
    expectPaidOnce();
    expect(unwrap(await start({ requestId: "another click" })).id).not.toBe(id);
  });
});
