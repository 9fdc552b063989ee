import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openColumns } from "../../electron/engine/store/index.ts";
import { isOver, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 4;
const STOOD = "last week's cleaned list\n";
const sandbox = await quickSandbox();
let world: OneList;

afterEach(() => world.remove());

const cleanings = () => join(world.folder, "data/cleanings");
function lose(id: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(join(cleanings(), id, `results.db${end}`), { force: true });
}
function overwrite(id: string, from: number): void {
  const file = openSync(join(cleanings(), id, "results.db"), "r+");
  writeSync(file, Buffer.alloc(4096, 7), 0, 4096, from);
  closeSync(file);
}
const filter = {};

describe("a cleaning whose results file is lost", () => {
  it("before anything is sent, sends nothing, costs nothing, says why, and can be cancelled", async () => {
    world = await oneList(sandbox, { rows: ROWS });
    writeFileSync(world.out, STOOD);
    unwrap(await world.at.call("app.online", { online: false }));
    const { id } = unwrap(await world.start({ out: { overwrite: true } }));
    await world.at.close();
    lose(id);
    await world.reopen();
    const stuck = await world.at.until(id, ({ problem }) => problem?.code === "store_corrupt");
    expect(stuck.problem?.detail).toContain("is missing");
    expect(stuck.actions).toContain("cancel");
    expect([world.asked("upload"), world.asked("start")]).toEqual([0, 0]);
    expect(readFileSync(world.out, "utf8")).toBe(STOOD);
    expect(existsSync(join(cleanings(), id, "results.db"))).toBe(false);
  });

  it.each([
    ["is gone", (id: string) => lose(id)],
    [
      "knows no address of the part",
      (id: string) => {
        lose(id);
        openColumns(join(cleanings(), id, "results.db")).close();
      },
    ],
  ])(
    "when its results come and it %s, is not done: nothing is written, nor deleted at the service",
    async (_, damage) => {
      let hit = false;
      world = await oneList(
        sandbox,
        { rows: ROWS },
        {
          probe: (point) => {
            if (point !== "before:ingest" || hit) return;
            hit = true;
            for (const id of readdirSync(cleanings())) damage(id);
          },
        },
      );
      unwrap(await world.at.call("settings.set", { deleteAfterFetch: true }));
      writeFileSync(world.out, STOOD);
      const { id } = unwrap(await world.start({ out: { overwrite: true } }));
      const stuck = await world.at.until(
        id,
        ({ problem, parts }) => problem?.code === "store_corrupt" && parts[0]?.state === "failed",
      );
      expect(stuck).toMatchObject({ unverified: { addresses: ROWS }, spent: ROWS });
      expect(world.charges()).toEqual([1, 1, 1, 1]);
      expect(world.asked("delete")).toBe(0);
      expect(readFileSync(world.out, "utf8")).toBe(STOOD);
      // What was paid for is here all the same.
      expect(readFileSync(join(cleanings(), id, "part-1.results.txt"), "utf8")).toContain("person0@");
    },
  );

  it.each([
    ["is gone", (id: string) => lose(id)],
    ["is damaged at its head", (id: string) => overwrite(id, 0)],
    ["is damaged on another page", (id: string) => overwrite(id, 4096)],
    ["is cut short", (id: string) => truncateSync(join(cleanings(), id, "results.db"), 8192)],
    [
      "was made anew, empty",
      (id: string) => {
        lose(id);
        openColumns(join(cleanings(), id, "results.db")).close();
      },
    ],
  ])(
    "while its list is still to be deleted at the service and it %s, has it left there",
    async (_, damage) => {
      world = await oneList(sandbox, { rows: ROWS });
      unwrap(await world.at.call("settings.set", { deleteAfterFetch: true }));
      const relent = sandbox.faults.add({ name: "500-html", operation: "delete", account: world.label });
      const { id } = unwrap(await world.start());
      await world.at.until(id, isOver);
      await world.at.close();
      damage(id);
      relent();
      const before = world.asked("delete");
      await world.reopen();
      await world.at.until(id, ({ problem }) => problem?.code === "store_corrupt");
      expect(world.asked("delete")).toBe(before);
    },
  );

  it("after it was done, is not counted or shown as one without verdicts", async () => {
    world = await oneList(sandbox, { rows: ROWS });
    const { id } = unwrap(await world.start());
    await world.at.until(id, isOver);
    await world.at.close();
    lose(id);
    await world.reopen();
    const lost = { ok: false, problem: { code: "store_corrupt" } };
    expect(await world.at.call("exports.count", { cleaningId: id, filter })).toMatchObject(lost);
    expect(await world.at.call("results.summary", { cleaningId: id })).toMatchObject(lost);
    expect(
      await world.at.call("results.rows", {
        cleaningId: id,
        filter,
        sort: { by: { kind: "row" }, descending: false },
        offset: 0,
        limit: 10,
      }),
    ).toMatchObject(lost);
  });
});
