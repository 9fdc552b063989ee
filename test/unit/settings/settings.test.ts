import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { openInProcess, unwrap } from "../../support/in-process.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();

it("removing the chosen account resets the price limit for automatic starts", async () => {
  const at = unwrap(await openInProcess(testFolder()));
  onTestFinished(() => at.close());
  const add = async (label: string) => {
    const { key } = sandbox.createAccount({ label, credits: 10 });
    return unwrap(await at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey: key })).id;
  };
  const [chosen, other] = [await add("chosen"), await add("other")];
  unwrap(await at.call("settings.set", { accountId: chosen, startUnderCredits: 50 }));
  const limitWithout = async (id: string) => {
    unwrap(await at.call("accounts.remove", { id }));
    return unwrap(await at.call("settings.get", {})).startUnderCredits;
  };
  expect([await limitWithout(other), await limitWithout(chosen)]).toEqual([50, 0]);
});

it.each([
  [
    "keeps and ignores names and values of a newer Winnow",
    '{"freshDays":7,"appearance":"sepia","future":1}',
    7,
  ],
  ["sets invalid JSON aside", '{"freshDays":', 90],
])("reading %s", async (_name, stored, freshDays) => {
  const folder = testFolder();
  const first = unwrap(await openInProcess(folder));
  unwrap(await first.call("settings.set", { freshDays: 30 }));
  await first.close();
  const edit = <T>(act: (db: Database.Database) => T): T => {
    const db = new Database(join(folder, "winnow.db"));
    try {
      return act(db);
    } finally {
      db.close();
    }
  };
  edit((db) => db.prepare("UPDATE settings SET value = ? WHERE name = 'settings'").run(stored));
  const at = unwrap(await openInProcess(folder));
  onTestFinished(() => at.close());
  expect(unwrap(await at.call("settings.get", {}))).toMatchObject({ freshDays, appearance: "system" });
  unwrap(await at.call("settings.set", { notifications: false }));
  const rows = edit((db) => db.prepare("SELECT name, value FROM settings WHERE name LIKE 'settings%'").all());
  expect(rows).toEqual(
    stored.includes("future")
      ? [{ name: "settings", value: '{"freshDays":7,"appearance":"sepia","future":1,"notifications":false}' }]
      : expect.arrayContaining([
          { name: "settings.unreadable", value: stored },
          { name: "settings", value: '{"notifications":false}' },
        ]),
  );
});
