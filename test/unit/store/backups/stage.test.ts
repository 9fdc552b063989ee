import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { newPart, type PartState } from "../../../../electron/engine/cleanings/part/record.ts";
import { createRecords } from "../../../../electron/engine/cleanings/records.ts";
import { stageRestore } from "../../../../electron/engine/store/backups/stage.ts";
import { stagedIn } from "../../../../electron/engine/store/backups/swap.ts";
import { layoutOf } from "../../../../electron/engine/store/index.ts";
import { openAndMigrate } from "../../../../electron/engine/store/journal.ts";
import { testFolder } from "../../../support/folders.ts";
import { storeCleaning } from "../../../support/stored-cleaning.ts";
import { unwrap } from "../../../support/unwrap.ts";

const open = (path: string) => unwrap(openAndMigrate(path, () => new Database(path)));
const [single, jobId] = [true, "job-1"];

it("a restore makes single checks uncertain that may have been paid for since the backup", async () => {
  const states: readonly PartState[] = [
    { kind: "queued" },
    { kind: "checking" },
    { kind: "waiting", for: "credits", step: "check", jobId: null },
    { kind: "done", jobId },
  ];
  const [backup, data] = [layoutOf(testFolder()), layoutOf(testFolder())];
  const journal = open(backup.journal);
  storeCleaning(journal, { parts: states.map((state) => ({ ...newPart(1), single, state })) });
  journal.close();
  for (const path of [join(backup.list("l1").dir, "list.db"), backup.cleaning("c1").results]) {
    mkdirSync(dirname(path), { recursive: true });
    new Database(path).exec("CREATE TABLE t (a)").close();
  }

  const restore = { dataDir: data.dataDir, path: backup.dataDir, at: 1 };
  expect(unwrap(await stageRestore(restore))).toMatchObject({ paused: 1 });
  const restored = open(join(stagedIn(data), "winnow.db"));
  const parts = createRecords(restored).parts("c1");
  restored.close();
  const unknown = ["uncertain", "check_uncertain"];
  expect(parts.map(({ record }) => [record.state.kind, record.problem?.code])).toEqual([
    unknown,
    unknown,
    unknown,
    ["done", undefined],
  ]);
});
