import * as fs from "node:fs";
import { expect, it, vi } from "vitest";
import { openList } from "../../../../electron/engine/lists/index.ts";
import { listTasks } from "../../../../electron/engine/lists/tasks.ts";
import { type ListLayout, layoutOf } from "../../../../electron/engine/store/index.ts";
import { workbook } from "../../../fixtures/workbooks.ts";
import { placeList } from "../reading.ts";
import { listRoom, value } from "../room.ts";

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return { ...real, openSync: vi.fn(real.openSync) };
});

const sheet = (name: string, who: string, rows: number) => ({
  name,
  rows: [["Email", "Name"], ...Array.from({ length: rows }, (_, i) => [`${who}${i}@firm.example`, who])],
});
const BOOK = Buffer.from(workbook([sheet("One", "ann", 40), sheet("Two", "unsubscribed.and.longer", 60)]));

async function readSheet(list: ListLayout, name: string) {
  const input = { listId: "list-1", list, name: "b.xlsx", options: { sheet: name }, corrections: [] };
  return value(await listTasks["lists.read"](input, { progress: () => undefined }));
}

it("a list that is open keeps to the records that its columns are about, whatever is read meanwhile", async () => {
  const { list } = placeList(BOOK);
  await readSheet(list, "One");
  const opened = openList(list);
  const lazy = openList(list, { lazy: true });
  await readSheet(list, "Two");
  for (const one of [opened, lazy]) {
    const cells = Array.from({ length: one.rows }, (_, row) => one.cells(row)[0]);
    expect(cells).toEqual(Array.from({ length: 40 }, (_, i) => `ann${i}@firm.example`));
    one.close();
  }
});

it("columns of one reading are never opened with the records of another", async () => {
  const [{ list }, { list: later }] = [placeList(BOOK), placeList(BOOK)];
  await readSheet(list, "One");
  await readSheet(later, "Two");
  const real = await vi.importActual<typeof import("node:fs")>("node:fs");
  // In this order a list is read anew: its columns go, its records are replaced, the new columns come.
  vi.mocked(fs.openSync).mockImplementation((path, ...how) => {
    if (path === list.records) {
      real.rmSync(list.columns);
      real.copyFileSync(later.records, `${list.records}.new`);
      real.renameSync(`${list.records}.new`, list.records);
      real.copyFileSync(later.columns, `${list.columns}.new`);
      real.renameSync(`${list.columns}.new`, list.columns);
      vi.mocked(fs.openSync).mockImplementation(real.openSync);
    }
    return real.openSync(path, ...how);
  });
  expect(() => openList(list)).toThrow("read anew");
  const opened = openList(list);
  expect(opened.cells(0)[0]).toBe("unsubscribed.and.longer0@firm.example");
  opened.close();
});

/** Two lists, of which the second is read anew while `act` is under way. */
async function meanwhile<T>(act: (room: ReturnType<typeof listRoom>, listIds: string[]) => Promise<T>) {
  const room = listRoom();
  const listIds = [
    (await room.add("a.csv", "Email,Name\nzoe@firm.example,Zoe\n")).listId,
    (await room.add("b.xlsx", BOOK, { sheet: "One" })).listId,
  ];
  const [, listId = ""] = listIds;
  const acting = act(room, listIds);
  const reading = room.calls["lists.read"]({ listId, options: { sheet: "Two" } }, room.context);
  const answer = await acting;
  value(await reading);
  return { answer, room, listIds };
}

it("lists of which one is read anew meanwhile are not merged, and nothing is left of the attempt", async () => {
  const merge = (room: ReturnType<typeof listRoom>, listIds: string[]) =>
    room.calls["lists.merge"]({ listIds, name: "both.csv", sourceColumn: "last" }, room.context);
  const { answer, room, listIds } = await meanwhile(merge);
  expect(answer).toMatchObject({ ok: false, problem: { code: "list_changed" } });
  const lists = layoutOf(room.layout.dataDir).list("x").dir.replace(/x$/, "");
  expect(fs.readdirSync(lists).sort()).toEqual([...listIds].sort());
  expect(value(await merge(room, listIds)).name).toBe("both.csv");
});

it.each(["flagged", "malformed", "typos"] as const)(
  "what is %s in a list that is just being read is said to have changed, not to be damaged",
  async (name) => {
    const room = listRoom();
    const { listId } = await room.add("b.xlsx", BOOK, { sheet: "One" });
    const reading = room.calls["lists.read"]({ listId, options: { sheet: "Two" } }, room.context);
    const page = { listId, offset: 0, limit: 10 };
    const asks = {
      flagged: () => room.calls["lists.flagged"]({ ...page, kind: "free" }, room.context),
      malformed: () => room.calls["lists.malformed"](page, room.context),
      typos: () => room.calls["lists.typos"]({ ...page, of: "both" }, room.context),
    };
    expect(await asks[name]()).toMatchObject({ ok: false, problem: { code: "list_changed" } });
    value(await reading);
    expect(await asks[name]()).toMatchObject({ ok: true });
  },
);
