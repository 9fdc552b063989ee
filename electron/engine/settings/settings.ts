import { z } from "zod";
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from "../../../shared/bridge/app.ts";
import { ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";

/** The user's settings, in the journal under one name. */
export interface SettingsStore {
  readonly handlers: Handlers<"settings.get" | "settings.set">;
  current(): Settings;
}

const NAME = "settings";
const rowSchema = z.object({ value: z.string() });

export function createSettings(journal: Journal): SettingsStore {
  const read = journal.db.prepare("SELECT value FROM settings WHERE name = ?");
  const write = journal.db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)");

  function current(): Settings {
    const row = rowSchema.optional().parse(read.get(NAME));
    // A setting that this version does not understand falls back to its default; the others stay.
    const stored: unknown = row === undefined ? {} : JSON.parse(row.value);
    const known = settingsSchema.partial().safeParse(stored);
    return { ...DEFAULT_SETTINGS, ...(known.success ? known.data : {}) };
  }

  return {
    current,
    handlers: {
      async "settings.get"() {
        return ok(current());
      },
      async "settings.set"(change) {
        const next = { ...current(), ...change };
        journal.commit(() => write.run(NAME, JSON.stringify(next)));
        return ok(next);
      },
    },
  };
}
