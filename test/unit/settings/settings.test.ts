import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createSettings } from "../../../electron/engine/settings/index.ts";
import type { Journal } from "../../../electron/engine/store/index.ts";
import { MIGRATIONS } from "../../../electron/engine/store/index.ts";
import { DEFAULT_SETTINGS, type Settings } from "../../../shared/bridge/app.ts";
import { unwrap } from "../../support/in-process.ts";

let journal: Journal;
beforeEach(() => {
  const db = new Database(":memory:");
  for (const { sql } of MIGRATIONS) db.exec(sql);
  journal = {
    db,
    commit: (work) => db.transaction(work).immediate(),
    standing: () => "own",
    close: () => db.close(),
  };
});
afterEach(() => journal.close());

const signal = new AbortController().signal;
function stored(value: string): void {
  journal.db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('settings', ?)").run(value);
}
function onDisk(): unknown {
  const row = journal.db.prepare("SELECT value FROM settings WHERE name = 'settings'").get();
  return JSON.parse(z.object({ value: z.string() }).parse(row).value);
}
const set = async (change: Partial<Settings>) =>
  unwrap(await createSettings(journal).handlers["settings.set"](change, { signal }));

describe("a setting that cannot be read", () => {
  it("falls back to its default, and the others stay", () => {
    stored(JSON.stringify({ freshDays: "often", appearance: "dark", startUnderCredits: 50 }));
    expect(createSettings(journal).current()).toEqual({
      ...DEFAULT_SETTINGS,
      appearance: "dark",
      startUnderCredits: 50,
    });
  });

  it("is kept as it is stored when another is changed, and replaced when it is itself", async () => {
    stored(JSON.stringify({ freshDays: "often", appearance: "sepia", notifications: false }));
    await set({ checkForUpdates: false });
    expect(onDisk()).toEqual({
      freshDays: "often",
      appearance: "sepia",
      notifications: false,
      checkForUpdates: false,
    });
    await set({ freshDays: 5 });
    expect(onDisk()).toMatchObject({ freshDays: 5, appearance: "sepia" });
  });

  it("of a newer Winnow survives", async () => {
    stored(JSON.stringify({ freshDays: 5, telepathy: { on: true } }));
    await set({ freshDays: 6 });
    expect(onDisk()).toEqual({ freshDays: 6, telepathy: { on: true } });
  });

  it("within a list takes none of its neighbours with it, and is kept when the list is changed", async () => {
    const newer = { kind: "role", entry: "office", listed: "perhaps" };
    const known = { kind: "role", entry: "sales", listed: true };
    stored(JSON.stringify({ referenceOverrides: [newer, known] }));
    expect(createSettings(journal).current().referenceOverrides).toEqual([known]);
    await set({ referenceOverrides: [] });
    expect(createSettings(journal).current().referenceOverrides).toEqual([]);
    expect(onDisk()).toMatchObject({ referenceOverrides: [newer] });
  });

  it.each([["{"], ["[]"], ["7"], ["null"]])("as a whole (%s) is put beside, not lost", async (text) => {
    stored(text);
    expect(createSettings(journal).current()).toEqual(DEFAULT_SETTINGS);
    await set({ freshDays: 5 });
    expect(createSettings(journal).current().freshDays).toBe(5);
    const kept = journal.db
      .prepare("SELECT value FROM settings WHERE name LIKE 'settings.unreadable%'")
      .pluck();
    expect(kept.all()).toEqual([text]);
  });

  it("does not mix defaults into what is stored", async () => {
    await set({ freshDays: 5 });
    expect(onDisk()).toEqual({ freshDays: 5 });
  });
});
