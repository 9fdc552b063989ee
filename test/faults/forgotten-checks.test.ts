import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ANN = "ann.forgotten@needle.example";
const BOB = "bob.kept@needle.example";
const sandbox = await quickSandbox();
let world: OneList;

beforeEach(async () => {
  world = await setUpOneList(sandbox, { rows: 2, text: "Email\ncarl@other.example\ndora@other.example\n" });
});

const data = () => join(world.folder, "data");
const check = async (address: string) =>
  unwrap(await world.at.call("checks.check", { accountId: world.accountId, address }));
const kept = async (address: string) =>
  unwrap(await world.at.call("checks.kept", { accountId: world.accountId, address }));
const forget = (address: string) => world.at.call("checks.forget", { address });

function holding(text: string): string[] {
  return readdirSync(data(), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .filter((one) => readFileSync(join(one.parentPath, one.name), "latin1").includes(text))
    .map(({ name }) => name);
}

it("a forgotten single check leaves no byte in the data folder, and is paid for again", async () => {
  expect(await check(ANN.toUpperCase())).toMatchObject({ source: "service" });
  await check(BOB);
  expect(await check(ANN)).toMatchObject({ source: "known" });
  expect(holding(ANN)).not.toEqual([]);
  expect(await kept(ANN)).toEqual({ checks: 1, lists: [], stillKnown: false });

  expect(unwrap(await forget(ANN))).toEqual({ forgotten: 1 });
  expect(await kept(ANN)).toEqual({ checks: 0, lists: [], stillKnown: false });
  expect(holding(ANN)).toEqual([]);
  expect(unwrap(await world.at.call("results.history", { search: ANN })).addresses).toEqual([]);
  expect(await check(BOB)).toMatchObject({ source: "known" });
  expect(world.charges()).toEqual([1, 1]);
  expect(await check(ANN)).toMatchObject({ source: "service" });
  expect(world.charges()).toEqual([2, 1]);
});

it("forgetting an unanswered check removes its claim too", async () => {
  sandbox.faults.add({ name: "drop-after", operation: "verify", account: world.label });
  expect(await check(ANN)).toMatchObject({ problem: { code: "check_unheard" } });
  sandbox.faults.clear();
  await check(BOB);
  expect(await kept(ANN)).toEqual({ checks: 1, lists: [], stillKnown: false });
  expect(unwrap(await forget(ANN))).toEqual({ forgotten: 1 });
  expect(holding(ANN)).toEqual([]);
  expect(await check(ANN)).toMatchObject({ source: "service" });
});
