import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { accountTable } from "../../../../electron/engine/accounts/account-table.ts";
import { createRecords } from "../../../../electron/engine/cleanings/records.ts";
import { findList } from "../../../../electron/engine/lists/stored/registry.ts";
import { createSettings } from "../../../../electron/engine/settings/index.ts";
import { openJournal } from "../../../../electron/engine/store/index.ts";
import { MIGRATIONS } from "../../../../electron/engine/store/migrations/index.ts";
import { unwrap } from "../../../support/in-process.ts";
import { FILLED, makePastJournal, SAID } from "./past-journal.ts";

const VERSIONS = MIGRATIONS.map(({ version }) => version);
const newest = VERSIONS.at(-1);

/** A journal of that version, brought to the newest one by opening it. */
function broughtUp(version: number) {
  const folder = mkdtempSync(join(tmpdir(), "winnow-past-"));
  const [path, backups] = [join(folder, "winnow.db"), join(folder, "backups")];
  makePastJournal(path, backups, version);
  const journal = unwrap(openJournal(path, backups));
  onTestFinished(() => {
    journal.close();
    rmSync(folder, { recursive: true });
  });
  return { journal, copies: () => (existsSync(backups) ? readdirSync(backups) : []) };
}

test("every version that there was is tried, with rows of its own", () => {
  expect(FILLED).toEqual(VERSIONS);
});

test.each(VERSIONS)("a journal of version %i is read with all that is in it", (version) => {
  const { journal, copies } = broughtUp(version);
  expect(journal.db.pragma("user_version", { simple: true })).toBe(newest);
  expect(journal.db.pragma("foreign_key_check")).toEqual([]);
  const records = createRecords(journal);
  expect(records.cleaning("c1")).toMatchObject({ name: "Spring", tags: ["may"], agreed_credits: 4 });
  expect(records.cleaning("c1")?.unreadable).toBeUndefined();
  const [done, waiting] = records.parts("c1").map(({ record }) => record);
  expect(done).toMatchObject({ state: { kind: "done", jobId: "job-1" }, mayBeCharged: true, verified: 2 });
  expect(waiting).toMatchObject({ state: { kind: "waiting", for: "credits" }, agreed: 2 });
  expect(waiting?.problem).toMatchObject({ code: "credits_short" });
  // Words that were stored are kept; codes have today's.
  expect(waiting?.problem?.title).toBe(SAID.title);
  const why = records.timeline("c1").map((entry) => entry.why);
  expect(why).toEqual(version < 13 ? ["Because"] : ["Because", "You agreed to 4 credits"]);
  expect(findList(journal, "l1")).toMatchObject({ name: "contacts.csv", revision: version < 3 ? 0 : 4 });
  expect(createSettings(journal).current().freshDays).toBe(12);
  expect(journal.db.prepare("SELECT entry FROM suppressed ORDER BY entry").pluck().all()).toEqual([
    "@gone.example",
    "bob@x.example",
  ]);
  expect(journal.db.prepare("SELECT count(*) FROM set_aside").pluck().get()).toBe(version < 2 ? 0 : 1);
  expect(copies()).toHaveLength(version === newest ? 0 : 1);
});

test.each(VERSIONS)("an account of version %i speaks to the same service with the same key", (version) => {
  const { journal } = broughtUp(version);
  const [account, ...others] = accountTable(journal).all();
  expect(others).toEqual([]);
  expect(account).toMatchObject({
    label: "Acme",
    base_url: "https://api.example",
    credits: 7,
    key_hint: "1234",
  });
  // A key that was saved before its origin was noted is bound to the address that the account had then.
  const before = version < 4 ? "https://api.example" : "https://before.example";
  expect(account?.base_url_at_upgrade).toBe(before);
  expect(account?.job_form).toBe(version < 6 ? null : "path");
  expect(account?.key_mark).toBe(version < 14 ? null : "mark-of-now");
  const removed = accountTable(journal).removedAt("https://api.example");
  expect(removed.map((one) => one.removed_key_mark)).toEqual([version < 12 ? null : "mark-of-old"]);
});

test.each(VERSIONS)(
  "the archive beside a journal of version %i is known to hold what was erased, or not to",
  (version) => {
    const { journal } = broughtUp(version);
    // The journal itself was written anew when it was opened.
    const left = journal.db.prepare("SELECT name FROM settings WHERE name LIKE 'unscrubbed.%'").pluck().all();
    expect(left).toEqual(version < 9 ? ["unscrubbed.archive"] : []);
  },
);
