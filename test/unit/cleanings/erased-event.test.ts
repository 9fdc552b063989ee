import { afterAll, expect, it } from "vitest";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { hasEnded, unwrap } from "../../support/in-process.ts";
import { openOneList } from "../../support/one-list.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const world = await openOneList(await quickSandbox(), { rows: 3 });
afterAll(() => world.remove());

it("every window receives an event once a cleaning has been erased", async () => {
  const { id } = unwrap(await world.start());
  await world.at.until(id, hasEnded);
  unwrap(await world.at.act(id, "delete_here"));
  const told: BridgeEvent[] = [];
  world.at.engine.on((event) => told.push(event));
  unwrap(await world.at.call("cleanings.erase", { cleaningId: id }));
  expect(told).toContainEqual({ event: "cleaning.erased", cleaningId: id });
  expect(await world.at.call("cleanings.get", { cleaningId: id })).toMatchObject({
    problem: { code: "cleaning_unknown", detail: expect.not.stringContaining(id) },
  });
});
