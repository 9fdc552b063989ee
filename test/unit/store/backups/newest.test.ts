import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { newestIn } from "../../../../electron/engine/store/backups/list.ts";
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
