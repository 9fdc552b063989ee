import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newestIn } from "../../../../electron/engine/store/backups/list.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-newest-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (...names: string[]) => {
  for (const name of names) mkdirSync(join(folder, name));
};

it("a restore finds the newest of several backups", () => {
  make("winnow-2026-01-01T00-00-00-000Z", "winnow-2026-02-01T00-00-00-000Z");
  expect(newestIn(folder)).toBe(join(folder, "winnow-2026-02-01T00-00-00-000Z"));
});
