import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { fastClock } from "../support/fast-clock.ts";
import { hasEnded, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 40;
const DAY = 24 * 3600_000;
const LIST = `Name,Email\n${Array.from({ length: ROWS }, (_, i) => `Secret${i},marker${i}@needle.example\n`).join("")}`;
const sandbox = await quickSandbox();

/** Returns how often the list's addresses occur in each file below the data folder. */
function occurrencesIn(folder: string): Record<string, number> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.flatMap((file) => {
      const bytes = readFileSync(join(file.parentPath, file.name), "latin1");
      const times = bytes.split("needle.example").length - 1;
      return times === 0 ? [] : [[file.name, times]];
    }),
  );
}

/** Restarts Winnow on later days, until the bin is empty and the unused list is deleted. */
async function restartUntilErased(world: OneList): Promise<void> {
  for (const days of [2, 33, 35]) {
    const clock = fastClock(40);
    clock.jump(days * DAY);
    await world.reopen({ clock });
    // After an absence of a month, the clock is trusted only at the second start.
    if (days > 33) await expect.poll(() => leftToErase(world), { timeout: 20_000 }).toBe(0);
  }
}

/** Returns the number of cleanings in the bin, plus one while the archive still has to be scrubbed. */
async function leftToErase(world: OneList): Promise<number> {
  const { total } = unwrap(await world.at.call("cleanings.list", { bin: true }));
  const db = new Database(join(world.folder, "data", "winnow.db"), { readonly: true });
  const unscrubbed = db.prepare("SELECT count(*) FROM settings WHERE name = 'unscrubbed.archive'").pluck();
  const left = total + Number(unscrubbed.get());
  db.close();
  return left;
}

async function cleanAndBin(world: OneList): Promise<void> {
  const { id } = unwrap(await world.start());
  expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done" });
  const view = { listId: world.listId, name: "marker3@needle.example", filter: { search: "needle.example" } };
  unwrap(await world.at.call("settings.set", { savedViews: [view] }));
  unwrap(await world.at.act(id, "delete_here"));
}

it("a cleaning erased from the bin leaves no byte in the data folder", async () => {
  const world = await setUpOneList(sandbox, { rows: ROWS, text: LIST });
  await cleanAndBin(world);
  await restartUntilErased(world);
  await world.at.close();
  expect(occurrencesIn(join(world.folder, "data"))).toEqual({});
});

it("erasing one of two cleanings of a list keeps the list", async () => {
  const world = await setUpOneList(sandbox, { rows: ROWS, text: LIST });
  const { id } = unwrap(await world.start());
  await world.at.until(id, hasEnded);
  await cleanAndBin(world);
  await restartUntilErased(world);
  const listed = await world.at.call("lists.preflight", { listId: world.listId });
  expect(listed).toMatchObject({ ok: true, value: { unique: ROWS } });
  expect(unwrap(await world.at.call("settings.get", {})).savedViews).toHaveLength(1);
  await world.at.close();
});

it("an export for a browser's download leaves no byte once the cleaning is in the bin", async () => {
  const world = await setUpOneList(sandbox, { rows: ROWS, text: LIST });
  const exports = join(world.folder, "data", "exports");
  const { id } = unwrap(await world.start());
  await world.at.until(id, hasEnded);
  const written = unwrap(
    await world.at.call("exports.write", {
      cleaningId: id,
      filter: {},
      format: { kind: "exact" },
      withVerdicts: false,
      target: { kind: "download" },
    }),
  );
  expect(world.at.engine.downloadFile(String(written.files[0]?.downloadId))).not.toBeNull();
  expect(occurrencesIn(exports)).not.toEqual({});
  unwrap(await world.at.act(id, "delete_here"));
  expect(occurrencesIn(exports)).toEqual({});
});

it("a removed suppression list leaves no byte, not even of its name", async () => {
  const world = await setUpOneList(sandbox, { rows: ROWS });
  const source = { kind: "text" as const, text: "eve@needle.example\n", name: "left.txt" };
  const { id } = unwrap(await world.at.call("suppression.add", { name: "who left needle.example", source }));
  expect(occurrencesIn(join(world.folder, "data"))).not.toEqual({});
  unwrap(await world.at.call("memory.remove", { id }));
  expect(occurrencesIn(join(world.folder, "data"))).toEqual({});
});

it("a list discarded before it was cleaned leaves no byte", async () => {
  const world = await setUpOneList(sandbox, { rows: ROWS, text: LIST });
  expect(occurrencesIn(join(world.folder, "data"))).not.toEqual({});
  unwrap(await world.at.call("lists.discard", { listId: world.listId }));
  expect(occurrencesIn(join(world.folder, "data"))).toEqual({});
});
