import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createExportCalls } from "../../../electron/engine/exports/index.ts";
import { openDownloads } from "../../../electron/engine/files/index.ts";
import { systemClock } from "../../../electron/engine/handlers.ts";
import { createResultReader } from "../../../electron/engine/results/index.ts";
import { createTaskRunner, layoutOf, openJournal } from "../../../electron/engine/store/index.ts";
import type { EngineTasks } from "../../../electron/engine/work.ts";
import { workers } from "../../support/built-workers.ts";
import { buildCleaning } from "../results/build-cleaning.ts";
import { targetFolder } from "./write-one.ts";

it("leaves nothing behind when an export is cancelled half-way", async () => {
  const { built } = buildCleaning(
    Array.from({ length: 60_000 }, (_, at) => [`p${at}@x.example`, "=1+1", "some text that takes a while"]),
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
  const signal = new AbortController().signal;
  const exported = createExportCalls({
    journal,
    layout,
    downloads: openDownloads(layout.exports, { clock: systemClock }),
    reader,
    clock: systemClock,
    emit(event) {
      if (event.event === "export.progress")
        void exported.handlers["exports.cancel"]({ cleaningId: "c1" }, { signal });
    },
    run: (input, options) => runner.run("exports.write", input, options),
    countFormulas: (input, options) => runner.run("exports.formulas", input, options),
  });
  const folder = targetFolder();
  const result = await exported.handlers["exports.write"](
    {
      cleaningId: "c1",
      filter: {},
      sort: { by: { kind: "row" }, descending: false },
      format: { kind: "xlsx", formulaGuard: true },
      withVerdicts: true,
      columns: null,
      split: "one",
      target: { kind: "path", path: join(folder, "out.xlsx"), overwrite: false },
    },
    { signal },
  );
  expect(result).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  expect(readdirSync(folder)).toEqual([]);
  await runner.close();
  await reader.close();
  journal.close();
});
