import { expect, it } from "vitest";
import { loadRooms, loadTask } from "../../../electron/engine/task-table.ts";

it("the registry finds the tasks of each room by name", async () => {
  await loadRooms();
  for (const name of [
    "lists.read",
    "cleanings.plan",
    "results.ingest",
    "exports.write",
    "memory.takeSuppressed",
    "backups.make",
  ])
    expect(await loadTask(name), name).toBeTypeOf("function");
});

it.each(["lists", "lists.unknown", "toString"])(
  "the registry finds no task with the name '%s'",
  async (name) => {
    expect(await loadTask(name)).toBeUndefined();
  },
);
