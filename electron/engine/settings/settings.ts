import { z } from "zod";
import { type Settings, settingsSchema } from "../../../shared/bridge/app.ts";
import { DEFAULT_SETTINGS } from "../../../shared/bridge/defaults.ts";
import { ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import { createStoredValues, type Journal } from "../store/index.ts";

export interface SettingsStore {
  readonly handlers: Handlers<"settings.get" | "settings.set">;
  current(): Settings;
  /** Stops automatic starts if the account was chosen for them. */
  forgetAccount(id: string): void;
  /** Deletes the list's saved views, which contain search texts. */
  forgetList(id: string): void;
}

const NAME = "settings";
const storedSchema = z.record(z.string(), z.unknown()).catch({});
const chosenSchema = settingsSchema.partial();

/**
 * Stores only the values that the user chose; all others come from the defaults. Names and values of a newer Winnow are
 * kept and ignored.
 */
export function createSettings(journal: Journal): SettingsStore {
  const values = createStoredValues(journal);

  const stored = () => storedSchema.parse(values.read(NAME) ?? {});
  const chosen = () => {
    const isKnown = ([name, value]: [string, unknown]) => chosenSchema.safeParse({ [name]: value }).success;
    return chosenSchema.parse(Object.fromEntries(Object.entries(stored()).filter(isKnown)));
  };
  const current = (): Settings => ({ ...DEFAULT_SETTINGS, ...chosen() });
  const change = (wanted: Partial<Settings>) =>
    journal.commit(() => values.write(NAME, { ...stored(), ...wanted }));

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
