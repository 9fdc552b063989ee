import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { isOver, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 10;
const sandbox = await quickSandbox();
let world: OneList;
/** Runs before the first request for the list's status is made. */
let beforeStatus: (() => void) | null = null;

beforeEach(async () => {
  const { fetch } = createNodeFetch();
  world = await oneList(
    sandbox,
    { rows: ROWS },
    {
      fetch(input, init) {
        const isStatus = String(input).includes("/v1/bulk") && init?.method === "GET";
        const act = isStatus ? beforeStatus : null;
        if (act !== null) beforeStatus = null;
        act?.();
        return fetch(input, init);
      },
    },
  );
});
afterEach(async () => {
  beforeStatus = null;
  await world.remove();
});

const data = () => join(world.folder, "data");
const aside = () => join(world.folder, "elsewhere");
const results = (id: string) => join(data(), "cleanings", id, "results.db");

/** Starts the list, and lets `act` happen before it is started at the service. */
async function startAnd(act: (id: string) => void): Promise<string> {
  let id = "";
  beforeStatus = () => act(id);
  world.at.engine.on((event) => {
    if (event.event === "cleaning.changed") id = event.cleaning.id;
  });
  return unwrap(await world.start()).id;
}

describe("what is stored of a cleaning goes before it is started at the service", () => {
  const ways: [string, (id: string) => void, string, string][] = [
    [
      "its results and its list are deleted, and the user's own file",
      (id) => {
        rmSync(results(id));
        rmSync(join(data(), "lists"), { recursive: true });
        rmSync(join(world.folder, "contacts.csv"));
      },
      "user",
      "list_files_lost",
    ],
    ["the data folder is moved away", () => renameSync(data(), aside()), "disk", "store_gone"],
  ];
  it.each(ways)(
    "%s: that is said, nothing is paid, and the wait for it is no progress",
    async (_name, act, why, code) => {
      const id = await startAnd(act);
      const cleaning = await world.at.until(id, ({ state }) => state === "waiting");
      expect(cleaning).toMatchObject({ waiting: { for: why }, problem: { code } });
      expect(cleaning.actions).toContain("retry");
      expect(world.charges()).toEqual([]);
      expect(world.asked("start")).toBe(0);
    },
  );

  it.each<[string, (id: string) => void]>([
    ["deleted", (id) => rmSync(results(id))],
    ["damaged", (id) => writeFileSync(results(id), "x".repeat(9000))],
  ])("its results are %s: they are put together again, and it is paid for once", async (_, act) => {
    let hit = false;
    const id = await startAnd((own) => {
      if (!hit) act(own);
      hit = true;
    });
    expect((await world.at.until(id, isOver)).state).toBe("done");
    expect(world.charges()).toEqual(Array(ROWS).fill(1));
  });

  it("the data folder comes back: it goes on, and is paid for once", async () => {
    const id = await startAnd(() => renameSync(data(), aside()));
    await world.at.until(id, ({ state }) => state === "waiting");
    expect(existsSync(data())).toBe(false);
    renameSync(aside(), data());
    unwrap(await world.at.act(id, "retry"));
    expect((await world.at.until(id, isOver)).state).toBe("done");
    expect(world.charges()).toEqual(Array(ROWS).fill(1));
  });
});
