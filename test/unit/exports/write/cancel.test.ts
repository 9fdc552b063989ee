import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createExportCalls, openDownloads } from "../../../../electron/engine/exports/index.ts";
import { systemClock } from "../../../../electron/engine/handlers.ts";
import { createResultReader } from "../../../../electron/engine/results/index.ts";
import { layoutOf, openJournal } from "../../../../electron/engine/store/index.ts";
import { createTaskRunner } from "../../../../electron/engine/store/threads.ts";
import type { EngineTasks } from "../../../../electron/engine/task-table.ts";
import { workers } from "../../../support/built-workers.ts";
import { buildCleaning } from "../../results/build-cleaning.ts";
import { targetFolder } from "../write-one.ts";

/** Exports of a cleaning of `rows` rows; `act` hears of progress. */
function room(rows: number, act: { progress: (cancel: () => void) => void }) {
  const { built } = buildCleaning(
    Array.from({ length: rows }, (_, at) => [`p${at}@x.example`, "=1+1", "some text that takes a while"]),
    [{ verdict: "deliverable", flags: [], at: 1, fate: "part" }],
  );
  const layout = layoutOf(built.dataDir);
  const opened = openJournal(layout.journal, layout.backups);
  if (!opened.ok) throw new Error(opened.problem.code);
  const journal = opened.value;
  journal.db.exec(`
    INSERT INTO lists (id, name, created_at) VALUES ('list-1', 'contacts.csv', 1);
    INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses, agreed_credits, state, created_at)
    VALUES ('c1', 'March', 'list-1', 'a', 'sandbox', '{}', '{}', 3, 3, 'done', 1);
  `);
  const runner = createTaskRunner<EngineTasks>(workers.tasks, 2);
  const reader = createResultReader({
    layout,
    workerUrl: workers.reader,
  });
  onTestFinished(async () => {
    await runner.close();
    await reader.close();
    journal.close();
  });
  const signal = new AbortController().signal;
  const cancel = () => void exported.handlers["exports.cancel"]({ name: "one" }, { signal });
  const exported = createExportCalls({
    journal,
    layout,
    downloads: openDownloads(layout.exports, { clock: systemClock }),
    reader,
    clock: systemClock,
    emit(event) {
      if (event.event === "export.progress") act.progress(cancel);
    },
    run: (input, options) => runner.run("exports.write", input, options),
  });
  const write = (path: string, name = "one") =>
    exported.handlers["exports.write"](
      {
        cleaningId: "c1",
        name,
        filter: {},
        sort: { by: { kind: "row" }, descending: false },
        format: { kind: "xlsx", formulaGuard: true },
        withVerdicts: true,
        columns: null,
        split: "one",
        target: { kind: "path", path, overwrite: false },
      },
      { signal },
    );
  return { write };
}

it("cancelling an export stops that one, and no other of the same cleaning", async () => {
  const folder = targetFolder();
  let isStopped = false;
  const { write } = room(30_000, {
    progress(cancel) {
      isStopped = true;
      cancel();
    },
  });
  const [one, other] = await Promise.all([
    write(join(folder, "one.xlsx")),
    write(join(folder, "other.xlsx"), "other"),
  ]);
  expect(isStopped).toBe(true);
  expect(one).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  expect(other).toMatchObject({ ok: true, value: { rows: 30_000 } });
  expect(readdirSync(folder)).toEqual(["other.xlsx"]);
});
