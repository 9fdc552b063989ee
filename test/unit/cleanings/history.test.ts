import { afterAll, beforeAll, expect, it } from "vitest";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { hasEnded, unwrap } from "../../support/in-process.ts";
import { type OneList, openOneList } from "../../support/one-list.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;
let id: string;
beforeAll(async () => {
  world = await openOneList(sandbox, { rows: 3 });
  ({ id } = unwrap(await world.start()));
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
  ["a\u0308rzte", true],
  ["arzte munchen", false],
  ["arzte", true],
  ["00%", true],
  ['a"b', true],
  ['n"', false],
  ["e%2", false],
])("a search of the history for %j finds a cleaning: %s", async (search, found) => {
  expect(unwrap(await world.at.call("cleanings.list", { search })).total).toBe(found ? 1 : 0);
});

it("every window receives an event once a cleaning has been erased", async () => {
  unwrap(await world.at.act(id, "delete_here"));
  const told: BridgeEvent[] = [];
  world.at.engine.on((event) => told.push(event));
  unwrap(await world.at.call("cleanings.erase", { cleaningId: id }));
  expect(told).toContainEqual({ event: "cleaning.erased", cleaningId: id });
  expect(await world.at.call("cleanings.get", { cleaningId: id })).toMatchObject({
    problem: { code: "cleaning_unknown", detail: expect.not.stringContaining(id) },
  });
});
