import { beforeEach, expect, it } from "vitest";
import { hasEnded, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ANN = "ann.listed@needle.example";
const BOB = "bob.elsewhere@needle.example";
const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  world = await setUpOneList(sandbox, {
    rows: 3,
    text: `Email\n${ANN}\ncarl@other.example\ndora@other.example\n`,
  });
});

const check = async (address: string, again = false) =>
  unwrap(await world.at.call("checks.check", { accountId: world.accountId, address, again }));
const paid = (address = ANN) => sandbox.charges(world.label).get(address) ?? 0;

/** Starts the list, which the service verifies until the fault is cleared. Returns the cleaning's id. */
async function verifying(): Promise<string> {
  sandbox.faults.add({ name: "status-endless", operation: "status", account: world.label, times: 99_999 });
  const { id } = unwrap(await world.start());
  await expect.poll(() => world.requestCount("start")).toBe(1);
  await expect.poll(() => paid()).toBe(1);
  return id;
}

it("an address that a list is verifying is not checked a second time without consent", async () => {
  const id = await verifying();
  const known = async () =>
    unwrap(await world.at.call("checks.known", { accountId: world.accountId, address: ANN })).check;
  expect(await check(ANN.toUpperCase())).toMatchObject({
    verdict: null,
    problem: { code: "check_in_list", values: { name: "contacts.csv" } },
  });
  expect(paid()).toBe(1);
  expect(await known()).toBeNull();
  expect(await check(BOB)).toMatchObject({ source: "service" });
  expect(await check(ANN, true)).toMatchObject({ source: "service" });
  expect(paid()).toBe(2);
  sandbox.faults.clear();
  await world.at.until(id, hasEnded);
  expect(await known()).toMatchObject({ address: ANN, source: "known" });
  expect(paid()).toBe(2);
});
