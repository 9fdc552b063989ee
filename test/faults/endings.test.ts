import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasEnded, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const LAST_WEEK = "Email\nlast@week.example\n";
const ROWS = 40;
const PARTS = 4;

const sandbox = await quickSandbox();
let world: OneList;

async function open(credits = 1000): Promise<void> {
  world = await setUpOneList(sandbox, { rows: ROWS, perPart: ROWS / PARTS, credits });
  writeFileSync(world.out, LAST_WEEK);
}

const written = () => readFileSync(world.out, "utf8");
const rowsWritten = () => written().trimEnd().split("\n").length - 1;

/** Restarts twice, so that everything queued at the start has finished. */
async function restartAndSettle(): Promise<void> {
  await world.reopen();
  await world.at.close();
  await world.reopen();
}

describe("the output file of a cleaning", () => {
  it("stays unchanged while a part has failed, also after a restart, and is written once the part is done", async () => {
    await open();
    sandbox.faults.add({ name: "invalid-file", operation: "upload", account: world.label, times: 1 });
    const { id } = unwrap(await world.start());
    const failed = await world.at.until(id, hasEnded);
    expect(failed).toMatchObject({ state: "failed", problem: { code: "invalid_file_data" } });
    await restartAndSettle();
    expect(written()).toBe(LAST_WEEK);
    expect((await world.get(id)).out?.rows).toBeNull();
    const uploads = world.requestCount("upload");
    unwrap(await world.at.act(id, "retry"));
    const done = await world.at.until(id, ({ state, out }) => state === "done" && out?.rows !== null);
    expect(done).toMatchObject({ missing: 0, out: { rows: ROWS } });
    expect(rowsWritten()).toBe(ROWS);
    expect(world.requestCount("upload")).toBe(uploads + 1);
    expect(world.charges()).toEqual(Array.from({ length: ROWS }, () => 1));
  });

  it("is written once the cleaning is restored from the bin, but not before", async () => {
    await open();
    const blocked = join(world.folder, "blocked");
    mkdirSync(blocked);
    const out = join(blocked, "out.csv");
    let block = () => {};
    await world.reopen({
      probe: (point) => {
        if (point === "before:out") block();
      },
    });
    block = () => {
      rmSync(blocked, { recursive: true });
      writeFileSync(blocked, "in the way");
    };
    const { id } = unwrap(await world.start({ out: { path: out } }));
    const owed = await world.at.until(id, ({ state, problem }) => state === "done" && problem !== null);
    expect(owed.out?.rows).toBeNull();
    unwrap(await world.at.act(id, "delete_here"));
    rmSync(blocked);
    mkdirSync(blocked);
    writeFileSync(out, LAST_WEEK);
    await restartAndSettle();
    expect(readFileSync(out, "utf8")).toBe(LAST_WEEK);
    unwrap(await world.at.call("cleanings.restore", { cleaningId: id }));
    await world.at.until(id, ({ problem }) => problem?.code === "out_exists");
    expect(readFileSync(out, "utf8")).toBe(LAST_WEEK);
    rmSync(out);
    unwrap(await world.at.act(id, "retry"));
    await world.at.until(id, (cleaning) => cleaning.out?.rows === ROWS);
    expect(readFileSync(out, "utf8").trimEnd().split("\n")).toHaveLength(ROWS + 1);
  });
});
