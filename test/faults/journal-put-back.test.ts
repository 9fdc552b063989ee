import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { isOver, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let world: OneList;

afterEach(async () => {
  sandbox.faults.clear();
  await world.remove();
});

const JOURNAL = ["winnow.db", "winnow.db-wal"];
const data = () => join(world.folder, "data");
const aside = () => join(world.folder, "aside");

/** What a backup program keeps of a folder that Winnow works in. */
function copyAside(): void {
  mkdirSync(aside());
  for (const name of JOURNAL)
    if (existsSync(join(data(), name))) copyFileSync(join(data(), name), join(aside(), name));
  cpSync(join(data(), "cleanings"), join(aside(), "cleanings"), { recursive: true });
}

/** Ends the run as a kill does, which leaves the folder's word as it is, puts back what was copied, and starts anew. */
async function putBackAfterKill(): Promise<void> {
  const identity = join(data(), "identity");
  const word = readFileSync(identity);
  await world.at.close();
  // Over the old one: another file would be another folder's.
  writeFileSync(identity, word, { flag: "r+" });
  for (const name of [...JOURNAL, "winnow.db-shm"]) rmSync(join(data(), name), { force: true });
  for (const name of JOURNAL)
    if (existsSync(join(aside(), name))) copyFileSync(join(aside(), name), join(data(), name));
  rmSync(join(data(), "cleanings"), { recursive: true });
  cpSync(join(aside(), "cleanings"), join(data(), "cleanings"), { recursive: true });
  await world.reopen();
}

/** Begins a cleaning that stands still as soon as its part is in `state`. */
async function beginUntil(state: Cleaning["parts"][number]["state"]): Promise<string> {
  if (state === "queued") unwrap(await world.at.call("app.online", { online: false }));
  // The service has no room until it is to go on.
  else sandbox.faults.add({ name: "no-credits", operation: "start", account: world.label });
  const { id } = unwrap(await world.start());
  await world.at.until(id, ({ parts }) => parts[0]?.state === state);
  return id;
}

async function goOn(id: string): Promise<void> {
  sandbox.faults.clear();
  unwrap(await world.at.call("app.online", { online: true }));
  if ((await world.get(id)).actions.includes("retry")) unwrap(await world.at.act(id, "retry"));
  expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
}

describe("a journal that was copied while Winnow worked, and is put back after that run was killed", () => {
  it.each([
    ["queued", 40],
    ["waiting", 40],
    ["queued", 1],
  ] as const)(
    "with a part that is %s, of %i addresses, is no reason to pay again without a question",
    async (state, rows) => {
      world = await oneList(sandbox, { rows });
      const id = await beginUntil(state);
      copyAside();
      await goOn(id);
      const paid = Array.from({ length: rows }, () => 1);
      expect(world.charges()).toEqual(paid);

      await putBackAfterKill();
      const back = await world.get(id);
      expect(back).toMatchObject({ state: "paused" });
      unwrap(await world.at.act(id, "resume"));
      await world.at.until(id, (now) => isOver(now) || now.state === "waiting" || now.state === "done");
      expect(world.charges()).toEqual(paid);
    },
  );

  it("goes on by itself where nothing was spent since", async () => {
    world = await oneList(sandbox, { rows: 40 });
    const id = await beginUntil("queued");
    copyAside();
    await putBackAfterKill();
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done" });
    expect(world.charges()).toEqual(Array.from({ length: 40 }, () => 1));
  });
});
