import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newestIn } from "../../../electron/engine/backups/list.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-newest-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (...names: string[]) => {
  for (const name of names) mkdirSync(join(folder, name));
};

it("restores the newest of several backups", () => {
  make("winnow-2026-01-01T00-00-00-000Z", "winnow-2026-02-01T00-00-00-000Z");
  expect(newestIn(folder, NOW)).toBe(join(folder, "winnow-2026-02-01T00-00-00-000Z"));
});

it("one of another user's does not go before the user's own", () => {
  if (process.getuid?.() !== 0) throw new Error("this test gives a folder away: run it as root, as CI does");
  make("winnow-2026-01-01T00-00-00-000Z", "winnow-2026-02-01T00-00-00-000Z");
  chownSync(join(folder, "winnow-2026-02-01T00-00-00-000Z"), 65_534, 65_534);
  expect(newestIn(folder, NOW)).toBe(join(folder, "winnow-2026-01-01T00-00-00-000Z"));
});
