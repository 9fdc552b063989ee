import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { isOver, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

export const ROWS = 4;
export const STOOD = "last week's cleaned list\n";
export const sandbox = await quickSandbox();
export let world: OneList;

/** Opens the world of the test. */
export async function openWorld(...of: Parameters<typeof oneList>): Promise<void> {
  world = await oneList(...of);
}

afterEach(() => world.remove());

export const cleanings = () => join(world.folder, "data/cleanings");
export const ofCleaning = (id: string, name: string) => join(cleanings(), id, name);
export const ofList = (name: string) => join(world.folder, "data/lists", world.listId, name);
export const garbage = (path: string) => writeFileSync(path, "this is no database, but a text. ".repeat(200));

export function remove(path: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
}

/** What the user can have of a cleaning: counts, rows, and the cleaned list with its verdicts. */
export async function whatIsHere(id: string) {
  const { at } = world;
  const summary = await at.call("results.summary", { cleaningId: id });
  const rows = await at.call("results.rows", {
    cleaningId: id,
    filter: {},
    sort: { by: { kind: "row" }, descending: false },
    offset: 0,
    limit: 10,
  });
  const path = join(world.folder, "again.csv");
  rmSync(path, { force: true });
  const written = await at.call("exports.write", {
    cleaningId: id,
    filter: {},
    format: { kind: "exact" },
    withVerdicts: true,
    target: { kind: "path", path, overwrite: false },
  });
  return {
    summary,
    rows,
    written: written.ok,
    bytes: written.ok ? readFileSync(path, "utf8") : written.problem,
  };
}

export const timeline = async (id: string) =>
  unwrap(await world.at.call("cleanings.timeline", { cleaningId: id })).entries.map(({ why }) => why);

export function overwrite(path: string, from: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(4096, 7), 0, 4096, from);
  closeSync(file);
}

/** A cleaning that is home, and whose list the service still has although it is to be deleted there. */
export async function doneButNotDeleted() {
  world = await oneList(sandbox, { rows: ROWS });
  unwrap(await world.at.call("settings.set", { deleteAfterFetch: true }));
  const relent = sandbox.faults.add({ name: "500-html", operation: "delete", account: world.label });
  return { id: await done(), relent };
}

export async function done(): Promise<string> {
  const { id } = unwrap(await world.start());
  expect((await world.at.until(id, isOver)).state).toBe("done");
  return id;
}
