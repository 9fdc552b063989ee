import { z } from "zod";
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from "../../../shared/bridge/app.ts";
import { ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import type { Journal } from "../store/index.ts";

/** The user's settings, in the journal under one name. */
export interface SettingsStore {
  readonly handlers: Handlers<"settings.get" | "settings.set">;
  current(): Settings;
  /** The account is not there any more: none is chosen in its place, and nothing starts without being asked for. */
  forgetAccount(id: string): void;
  /** The list is erased: what was searched for in it goes with it. */
  forgetList(id: string): void;
  /** What the user chose, as far as it can be read. */
  chosen(): Partial<Settings>;
  /**
   * Holds these settings, which come from a backup, to what is chosen `now`: of what pays, sends more than addresses,
   * deletes at the service or asks the network by itself, what does less. Nothing starts unasked that does not now.
   */
  restrain(now: Partial<Settings>): void;
}

const NAME = "settings";
/** Where text under that name is kept that is no settings at all. */
const UNREADABLE = "settings.unreadable";
const rowSchema = z.object({ value: z.string() });
const storedSchema = z.record(z.string(), z.unknown());
const partSchema = settingsSchema.partial();
const { shape } = settingsSchema;
type Key = keyof typeof shape;
const KEYS = Object.keys(shape).filter((key): key is Key => Object.hasOwn(shape, key));

/**
 * What is stored holds what the user chose, and nothing else: a setting that this version cannot read counts as not
 * chosen, and stays stored as it is until the user chooses anew; so does what only a newer version knows.
 */
export function createSettings(journal: Journal): SettingsStore {
  const read = journal.db.prepare("SELECT value FROM settings WHERE name = ?");
  const write = journal.db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)");

  function stored(): { chosen: Record<string, unknown>; unreadable: string | null } {
    const row = rowSchema.optional().parse(read.get(NAME));
    if (row === undefined) return { chosen: {}, unreadable: null };
    const chosen = storedSchema.safeParse(parsed(row.value));
    return chosen.success ? { chosen: chosen.data, unreadable: null } : { chosen: {}, unreadable: row.value };
  }

  function readable(): Partial<Settings> {
    const { chosen } = stored();
    const entries = KEYS.map((key) => [key, readableOf(key, chosen[key])] as const);
    return partSchema.parse(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  }

  const current = (): Settings => ({ ...DEFAULT_SETTINGS, ...readable() });

  function change(wanted: Partial<Settings>): void {
    journal.commit(() => {
      const { chosen, unreadable } = stored();
      if (unreadable !== null) write.run(UNREADABLE, unreadable);
      const changed = KEYS.filter((key) => wanted[key] !== undefined).map((key) => [
        key,
        withUnreadable(key, wanted[key], chosen[key]),
      ]);
      write.run(NAME, JSON.stringify({ ...chosen, ...Object.fromEntries(changed) }));
    });
  }

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
    chosen: readable,
    restrain(now) {
      const then = current();
      const onSameAccount = then.accountId === (now.accountId ?? null);
      const { startUnderCredits = 0, onlyAddresses = false } = now;
      const { deleteAfterFetch = true, checkForUpdates = true } = now;
      const held: Partial<Settings> = {
        startUnderCredits: onSameAccount ? Math.min(then.startUnderCredits, startUnderCredits) : 0,
        onlyAddresses: then.onlyAddresses || onlyAddresses,
        deleteAfterFetch: then.deleteAfterFetch && deleteAfterFetch,
        checkForUpdates: then.checkForUpdates && checkForUpdates,
      };
      const changed = KEYS.filter((key) => held[key] !== undefined && held[key] !== then[key]);
      if (changed.length > 0) change(Object.fromEntries(changed.map((key) => [key, held[key]])));
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

/** The value as far as it can be read, a list entry by entry; undefined: not at all. */
function readableOf(key: Key, value: unknown): unknown {
  const schema: z.ZodType = shape[key];
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data;
  const entries = entriesOf(key, value);
  const readable = schema.safeParse(
    entries?.filter(({ isReadable }) => isReadable).map(({ entry }) => entry),
  );
  return readable.success ? readable.data : undefined;
}

/** A list that was changed keeps those of its stored entries that the user was never shown. */
function withUnreadable(key: Key, value: unknown, before: unknown): unknown {
  const unreadable = entriesOf(key, before)?.filter(({ isReadable }) => !isReadable) ?? [];
  return Array.isArray(value) ? [...value, ...unreadable.map(({ entry }) => entry)] : value;
}

function entriesOf(key: Key, value: unknown): { entry: unknown; isReadable: boolean }[] | null {
  const schema: z.ZodType = shape[key];
  if (!(schema instanceof z.ZodArray) || !Array.isArray(value)) return null;
  return value.map((entry: unknown) => ({ entry, isReadable: z.safeParse(schema.element, entry).success }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
