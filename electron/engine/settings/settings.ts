import { type Settings, settingsSchema } from "../../../shared/bridge/app.ts";
import { DEFAULT_SETTINGS } from "../../../shared/bridge/defaults.ts";
import { ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";

export interface SettingsStore {
  readonly handlers: Handlers<"settings.get" | "settings.set">;
  current(): Settings;
  /** Stops automatic starts if the account was chosen for them. */
  forgetAccount(id: string): void;
  /** Deletes the list's saved views, which contain search texts. */
  forgetList(id: string): void;
}

const NAME = "settings";
const chosenSchema = settingsSchema.partial();

/** Stores only the values that the user chose; all others come from the defaults. */
export function createSettings(journal: Journal): SettingsStore {
  const read = journal.db.prepare("SELECT value FROM settings WHERE name = ?").pluck();
  const write = journal.db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)");

  const chosen = () => chosenSchema.parse(JSON.parse(String(read.get(NAME) ?? "{}")));
  const current = (): Settings => ({ ...DEFAULT_SETTINGS, ...chosen() });
  const change = (wanted: Partial<Settings>) =>
    journal.commit(() => void write.run(NAME, JSON.stringify({ ...chosen(), ...wanted })));

  return {
    current,
    forgetAccount(id) {
      if (current().accountId === id) change({ startUnderCredits: 0 });
    },
    forgetList(id) {
      const { savedViews } = current();
      const others = savedViews.filter(({ listId }) => listId !== id);
      if (others.length < savedViews.length) change({ savedViews: others });
    },
    handlers: {
      async "settings.get"() {
        return ok(current());
      },
      async "settings.set"(wanted) {
        change(wanted);
        return ok(current());
      },
    },
  };
}
