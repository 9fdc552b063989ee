import { expect, it } from "vitest";
import { hasEnded, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;

it("the timeline of a cleaning shows when it was paused and resumed, also after a restart", async () => {
  world = await setUpOneList(sandbox, { rows: 10 });
  sandbox.faults.add({ name: "hang-after", operation: "status", account: world.label, times: 1 });
  const { id } = unwrap(await world.start());
  await world.at.until(id, ({ actions }) => actions.includes("stop_watching"));
  unwrap(await world.at.act(id, "stop_watching"));
  await world.reopen();
  unwrap(await world.at.act(id, "resume"));
  await world.at.until(id, hasEnded);
  const { entries } = unwrap(await world.at.call("cleanings.timeline", { cleaningId: id }));
  const own = entries.filter(({ part }) => part === null);
  const said = own.map(({ why }) => why).filter((why) => /paused|resumed/.test(why));
  expect(said).toEqual(["You paused it", "You resumed it"]);
});
