import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { lastBackup, newestIn } from "../../../../electron/engine/store/backups/stored-backups.ts";
import { layoutOf } from "../../../../electron/engine/store/index.ts";
import { testFolder } from "../../../support/folders.ts";

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const make = (...names: string[]) => {
  for (const name of names) mkdirSync(join(folder, name));
};

it("a restore finds the newest of several backups", () => {
  make("winnow-2026-01-01T00-00-00-000Z", "winnow-2026-02-01T00-00-00-000Z");
  expect(newestIn(folder)).toBe(join(folder, "winnow-2026-02-01T00-00-00-000Z"));
});

it("the last backup is the newest that was finished", () => {
  const layout = layoutOf(folder);
  const finished = ["backups/winnow-2026-01-01T00-00-00-000Z", "backups/winnow-2026-02-01T00-00-00-000Z"];
  make("backups", ...finished, "backups/winnow-2026-03-01T00-00-00-000Z");
  expect(lastBackup(layout)).toBeNull();
  for (const name of finished) writeFileSync(join(folder, name, "winnow.db"), "");
  expect(lastBackup(layout)).toBe(join(folder, "backups/winnow-2026-02-01T00-00-00-000Z"));
});
