import Database from "better-sqlite3";
import { expect, it } from "vitest";
import {
  createExportCalls,
  openDownloads,
  type WriteInput,
} from "../../../../electron/engine/exports/index.ts";
import { layoutOf } from "../../../../electron/engine/store/index.ts";
import { openAndMigrate } from "../../../../electron/engine/store/journal.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail } from "../../../../shared/result.ts";
import { testFolder } from "../../../support/folders.ts";
import { storeCleaning } from "../../../support/stored-cleaning.ts";
import { unwrap } from "../../../support/unwrap.ts";
import { manualClock } from "../../service/manual-clock.ts";

it.each([true, false])(
  "the file of a cleaning follows its choice of rows without an address: %s",
  async (keepEmpty) => {
    const layout = layoutOf(testFolder());
    const journal = unwrap(openAndMigrate(layout.journal, () => new Database(":memory:")));
    storeCleaning(journal);
    const unused = () => Promise.reject(new Error("not used by a cleaning's file"));
    const clock = manualClock();
    const asked: WriteInput[] = [];
    const exports = createExportCalls({
      ...{ journal, layout, clock, downloads: openDownloads(layout.exports, { clock }) },
      reader: { ask: unused, warmUp: () => {}, close: unused },
      emit: () => {},
      sources: { arriving: () => "", enter: unused },
      refreshForecast: unused,
      noteSent: unused,
      async run(input) {
        asked.push(input);
        return fail(problem("internal"));
      },
    });
    const out = { path: `${layout.dataDir}/out.csv`, keep: ["deliverable" as const], withVerdicts: false };
    await exports.writeOutput("c1", { ...out, keepDuplicates: false, overwrite: false, keepEmpty });
    journal.close();
    expect(asked.map(({ request }) => request.filter.keepEmpty === true)).toEqual([keepEmpty]);
  },
);
