import { expect, it } from "vitest";
import { openList } from "../../../../electron/engine/lists/index.ts";
import { listTasks } from "../../../../electron/engine/lists/tasks.ts";
import type { ListLayout } from "../../../../electron/engine/store/index.ts";
import { workbook } from "../../../fixtures/workbooks.ts";
import { placeList } from "../reading.ts";
import { listRoom, value } from "../room.ts";

const sheet = (name: string, who: string, rows: number) => ({
  name,
  rows: [["Email", "Name"], ...Array.from({ length: rows }, (_, i) => [`${who}${i}@firm.example`, who])],
});
const BOOK = Buffer.from(workbook([sheet("One", "ann", 40), sheet("Two", "unsubscribed.and.longer", 60)]));

async function readSheet(list: ListLayout, name: string) {
  const input = { listId: "list-1", list, name: "b.xlsx", options: { sheet: name }, corrections: [] };
  return value(await listTasks["lists.read"](input, { progress: () => undefined }));
}

it("an open list keeps the records that its columns were read from, while it is read again", async () => {
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

it.each(["malformed"] as const)(
  "a question about %s rows during a new read fails as changed, not as damaged",
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
