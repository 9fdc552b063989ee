import { describe, expect, it } from "vitest";
import { hasEnded, PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ADDRESSES = 10;
const sandbox = await quickSandbox();
let world: OneList;

/** Starts a cleaning of ten addresses for which the service counts `more` than were sent. */
async function startWithWrongTotal(more: number, credits: number): Promise<string> {
  world = await setUpOneList(sandbox, { rows: ADDRESSES, credits });
  sandbox.faults.add({ name: "wrong-total", operation: "status", value: more, account: world.label });
  const { id } = unwrap(await world.start());
  return id;
}

const reserved = async () => unwrap(await world.at.call("accounts.list", {})).accounts[0]?.reserved;
const refuseStarts = (times?: number) =>
  sandbox.faults.add({ name: "no-credits", operation: "start", account: world.label, times });
async function price() {
  const { listId, accountId } = world;
  return unwrap(await world.at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL }));
}

describe("a price that the service raised", () => {
  it("is reserved and spent only after the user agrees to it", async () => {
    const id = await startWithWrongTotal(500, 600);
    await world.at.until(id, ({ asks }) => asks?.start?.credits === 510);
    expect(await reserved()).toBe(ADDRESSES);

    refuseStarts();
    unwrap(await world.at.act(id, "start"));
    const short = await world.at.until(id, ({ waiting }) => waiting?.for === "credits");
    expect(await reserved()).toBe(510);
    expect(await price()).toMatchObject({ promised: 510, available: 90 });
    expect(short.problem).toMatchObject({ code: "credits_refused" });
    expect(short.problem?.detail).toContain("510 credits are needed");

    sandbox.faults.clear();
    sandbox.faults.add({ name: "wrong-total", operation: "status", value: 500, account: world.label });
    unwrap(await world.at.act(id, "retry"));
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done", credits: 510, spent: 510 });
  });

  it("must be covered in full: a smaller top-up starts nothing", async () => {
    const id = await startWithWrongTotal(500, 100);
    await world.at.until(id, ({ asks }) => asks?.start?.credits === 510);
    refuseStarts(1);
    unwrap(await world.at.act(id, "start"));
    const short = await world.at.until(id, ({ problem }) => problem?.code === "credits_insufficient");
    expect(short.problem?.detail).toMatch(/510.*100/);

    sandbox.topUp(world.label, 50);
    unwrap(await world.at.call("accounts.refresh", { id: world.accountId }));
    expect(await world.get(id)).toMatchObject({ state: "waiting", parts: [{ state: "waiting" }] });
    sandbox.topUp(world.label, 400);
    unwrap(await world.at.call("accounts.refresh", { id: world.accountId }));
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done", spent: 510 });
  });
});

it("if the service lowers the price, the lower price is reserved and spent", async () => {
  const id = await startWithWrongTotal(-4, 600);
  refuseStarts(1);
  const short = await world.at.until(id, ({ waiting }) => waiting?.for === "credits");
  expect(short.problem?.detail).toContain("6 credits are needed");
  expect(await reserved()).toBe(6);
  unwrap(await world.at.act(id, "retry"));
  expect(await world.at.until(id, hasEnded)).toMatchObject({ spent: 6 });
});

describe("a price that fell since the user agreed", () => {
  it("is reserved and spent at the current, lower amount", async () => {
    world = await setUpOneList(sandbox, { rows: ADDRESSES, credits: 600 });
    refuseStarts(1);
    const { id, credits } = unwrap(await world.start({ credits: ADDRESSES + 5 }));
    expect(credits).toBe(ADDRESSES);
    await world.at.until(id, ({ waiting }) => waiting?.for === "credits");
    expect(await reserved()).toBe(ADDRESSES);
    unwrap(await world.at.act(id, "retry"));
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done", credits: ADDRESSES });
    expect(world.charges()).toEqual(Array.from({ length: ADDRESSES }, () => 1));
  });
});
