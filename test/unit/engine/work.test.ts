import { expect, it } from "vitest";
import { loadRooms, loadTask } from "../../../electron/engine/task-table.ts";

it("finds the tasks of each room by name", async () => {
  await loadRooms();
  for (const name of [
    "lists.read",
    "cleanings.plan",
    "results.ingest",
    "exports.write",
    "settings.takeSuppressed",
    "backups.make",
  ])
    expect(await loadTask(name), name).toBeTypeOf("function");
});

it.each(["lists", "lists.unknown", "toString"])("finds nothing of the name '%s'", async (name) => {
  expect(await loadTask(name)).toBeUndefined();
});
