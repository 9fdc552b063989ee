import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createFinisher } from "../../../electron/engine/cleanings/finish.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { openAndMigrate } from "../../../electron/engine/store/journal.ts";
import { ok } from "../../../shared/result.ts";
import { emptyVerdictCounts } from "../../../shared/verdicts.ts";
import { storeCleaning } from "../../support/stored-cleaning.ts";
import { unwrap } from "../../support/unwrap.ts";
import { manualClock } from "../service/manual-clock.ts";

it("the new totals of a finished cleaning are stored before its change is announced", async () => {
  const layout = layoutOf("/nowhere");
  const journal = unwrap(openAndMigrate(layout.journal, () => new Database(":memory:")));
  const records = storeCleaning(journal);
  records.finish("c1", "done", emptyVerdictCounts(), 4, 7);
  const counts = { ...emptyVerdictCounts(), deliverable: 3 };
  const announced: unknown[] = [];
  const finisher = createFinisher({
    ...{ journal, records, layout, clock: manualClock(), problems: new Map() },
    emit: () => {},
    probe: () => {},
    collect: () => Promise.reject(new Error("nothing is collected")),
    writeOutput: () => Promise.reject(new Error("nothing is written")),
    totals: async () => ok({ counts, missing: 1 }),
    view: () => null,
    changed: (id) => announced.push(records.cleaning(id)),
    log(line) {
      throw new Error(line);
    },
  });
  await finisher.recountTotals("c1");
  await finisher.close();
  journal.close();
  expect(announced).toMatchObject([{ id: "c1", state: "done", counts, missing: 1, finished_at: 7 }]);
});
