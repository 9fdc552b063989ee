import { afterAll, beforeAll, expect, it } from "vitest";
import { hasEnded, unwrap } from "../../support/in-process.ts";
import { type OneList, openOneList } from "../../support/one-list.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;
beforeAll(async () => {
  world = await openOneList(sandbox, { rows: 3 });
  const { id } = unwrap(await world.start());
  await world.at.until(id, hasEnded);
  unwrap(
    await world.at.call("cleanings.update", {
      cleaningId: id,
      name: "Ärzte_2026 100%",
      tags: ["MÜNCHEN", 'a"b'],
    }),
  );
});
afterAll(() => world.remove());

it.each([
  ["", true],
  ["ärzte", true],
  ["ÄRZTE", true],
  ["a\u0308rzte", true],
  ["münchen", true],
  ["arzte munchen", false],
  ["arzte", true],
  ["munchen", true],
  ["00%", true],
  ["e_2", true],
  ['a"b', true],
  ["[", false],
  ['n"', false],
  ["e%2", false],
])("a search of the history for %j finds a cleaning: %s", async (search, found) => {
  expect(unwrap(await world.at.call("cleanings.list", { search })).total).toBe(found ? 1 : 0);
});
