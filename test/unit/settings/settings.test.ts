import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSettings } from "../../../electron/engine/settings/index.ts";
import { type Journal, MIGRATIONS } from "../../../electron/engine/store/index.ts";
import type { Settings } from "../../../shared/bridge/app.ts";
import { unwrap } from "../../support/in-process.ts";

let journal: Journal;
beforeEach(() => {
  const db = new Database(":memory:");
  for (const { sql } of MIGRATIONS) db.exec(sql);
  journal = {
    db,
    commit: (work) => db.transaction(work).immediate(),
    close: () => db.close(),
  };
});
afterEach(() => journal.close());

const signal = new AbortController().signal;
const set = async (change: Partial<Settings>) =>
  unwrap(await createSettings(journal).handlers["settings.set"](change, { signal }));

describe("the stored settings", () => {
  it("let nothing start without consent once the chosen account is removed", async () => {
    await set({ accountId: "a1", startUnderCredits: 50 });
    const settings = createSettings(journal);
    settings.forgetAccount("a2");
    expect(settings.current().startUnderCredits).toBe(50);
    settings.forgetAccount("a1");
    expect(settings.current().startUnderCredits).toBe(0);
  });
});
