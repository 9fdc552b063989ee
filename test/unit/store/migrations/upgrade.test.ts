import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJournal } from "../../../../electron/engine/store/index.ts";
import { MIGRATIONS } from "../../../../electron/engine/store/migrations.ts";
import { testFolder } from "../../../support/folders.ts";
import { unwrap } from "../../../support/in-process.ts";

const newest = MIGRATIONS.at(-1)?.version ?? 0;

function folder() {
  const dir = testFolder();
  return { path: join(dir, "winnow.db"), backups: join(dir, "backups") };
}

test("an upgrade migrates an older journal to the newest version, and keeps the rows and a copy of the file", () => {
  const { path, backups } = folder();
  const earlier = unwrap(openJournal(path, backups));
  earlier.db.exec("INSERT INTO settings (name, value) VALUES ('settings', '{\"freshDays\":12}')");
  earlier.close();
  const next = { version: newest + 1, sql: "ALTER TABLE settings ADD COLUMN note TEXT" };
  const { db, close } = unwrap(openJournal(path, backups, [...MIGRATIONS, next]));
  expect(db.pragma("user_version", { simple: true })).toBe(newest + 1);
  expect(db.prepare("SELECT value, note FROM settings WHERE name = 'settings'").get()).toEqual({
    value: '{"freshDays":12}',
    note: null,
  });
  expect(readdirSync(backups)).toEqual([expect.stringMatching(new RegExp(`^winnow-v${newest}-\\d+\\.db$`))]);
  close();
});

test("an upgrade leaves the journal unchanged when a migration fails", () => {
  const { path, backups } = folder();
  unwrap(openJournal(path, backups)).close();
  const broken = { version: newest + 1, sql: "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)" };
  expect(() => unwrap(openJournal(path, backups, [...MIGRATIONS, broken]))).toThrow();
  const { db, close } = unwrap(openJournal(path, backups));
  expect(db.pragma("user_version", { simple: true })).toBe(newest);
  expect(db.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'half'").pluck().get()).toBe(0);
  close();
});
