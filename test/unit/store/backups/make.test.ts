import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { backUp } from "../../../../electron/engine/store/backups/make.ts";
import { layoutOf, openJournal } from "../../../../electron/engine/store/index.ts";

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-backup-"));
  mkdirSync(join(folder, "data"));
  const layout = layoutOf(join(folder, "data"));
  const journal = openJournal(layout.journal, layout.backups);
  if (journal.ok) journal.value.close();
  target = join(folder, "share", "winnow-1");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = () => backUp({ dataDir: join(folder, "data"), path: target, app: "1", at: 0 });
const refused = { ok: false, problem: { code: "backup_unwritable" } };

it("a backup is made without leaving anything beside it", async () => {
  expect(await make()).toMatchObject({ ok: true });
  expect(readdirSync(join(folder, "share"))).toEqual(["winnow-1"]);
});

it("a backup is refused instead of deleting what is in its way", async () => {
  mkdirSync(`${target}.growing`, { recursive: true });
  writeFileSync(join(`${target}.growing`, "mine"), "mine");
  expect(await make()).toMatchObject(refused);
  expect(readdirSync(`${target}.growing`)).toEqual(["mine"]);
});
