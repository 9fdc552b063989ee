import type { Account } from "../../../shared/bridge/accounts.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import type { AccountRow, AccountTable } from "./account-table.ts";
import type { Keychain, KeychainState } from "./types.ts";

export type KeyState = Account["keyState"];

/** The keys of accounts of kind `service`: in the keychain, in memory for this run where there is none. */
export interface Keys {
  /** Problems: `key_missing`, `keychain_locked`, `keychain_refused`, `keychain_unavailable`. */
  of(row: AccountRow): Promise<Result<string>>;
  /**
   * Finds out about keys that nothing is known of yet. A keychain that is closed is asked once and not for every
   * account: asking may put a question to the user.
   */
  survey(rows: readonly AccountRow[]): Promise<void>;
  /** What is known without asking the keychain again. */
  state(row: AccountRow): KeyState;
  /** Saves the key; when the keychain will not have it, it is kept for this run and the reason is answered. */
  keep(id: string, key: string): Promise<Problem | null>;
  /** Removes every trace of the key. Problem: `key_left_behind`. */
  forget(row: AccountRow): Promise<Result<null>>;
  /** Every key that is in memory now: to be kept out of texts. */
  held(): string[];
  /** Forgets what is in memory. */
  clear(): void;
}

/** The keys of the accounts in `table`, over the system's `keychain`. */
export function createKeys(table: AccountTable, keychain: Keychain): Keys {
  const inMemory = new Map<string, string>();
  const lastSeen = new Map<string, KeyState>();
  const underWay = new Map<string, ReturnType<Keychain["read"]>>();

  async function of(row: AccountRow): Promise<Result<string>> {
    const held = inMemory.get(row.id);
    if (held !== undefined) return ok(held);
    if (!row.key_saved) return fail(problem("key_missing", { account: row.label }));
    // Many parts may need the key at once: the keychain, and the user behind it, are asked once.
    const asking = underWay.get(row.id) ?? keychain.read(row.id).finally(() => underWay.delete(row.id));
    underWay.set(row.id, asking);
    const read = await asking;
    const entered = inMemory.get(row.id);
    if (entered !== undefined) return ok(entered);
    switch (read.kind) {
      case "key":
        inMemory.set(row.id, read.key);
        // It is open: what was said of the other keys while it was not is out of date.
        for (const [id, state] of lastSeen) if (state === "locked") lastSeen.delete(id);
        lastSeen.set(row.id, "stored");
        return ok(read.key);
      case "absent":
        lastSeen.set(row.id, "missing");
        return fail(problem("key_missing", { account: row.label }));
      case "failed":
        lastSeen.set(row.id, "locked");
        return fail(unreadable(read.state, read.detail));
      default:
        return assertNever(read);
    }
  }

  return {
    of,
    async survey(rows) {
      const unseen = rows.filter((row) => row.key_saved && !inMemory.has(row.id) && !lastSeen.has(row.id));
      for (const row of unseen) {
        await of(row);
        if (lastSeen.get(row.id) !== "locked") continue;
        for (const other of unseen) if (!lastSeen.has(other.id)) lastSeen.set(other.id, "locked");
        return;
      }
    },

    state(row) {
      if (inMemory.has(row.id)) return row.key_saved ? "stored" : "session";
      if (!row.key_saved) return "missing";
      return lastSeen.get(row.id) ?? "stored";
    },

    async keep(id, key) {
      const hint = keyHint(key);
      const before = table.find(id)?.key_saved ?? false;
      // The note comes first: a key that was saved and then forgotten about could never be removed.
      table.setKey(id, { hint, saved: true });
      inMemory.set(id, key);
      const saved = await keychain.save(id, key);
      if (saved.kind === "saved") {
        lastSeen.set(id, "stored");
        return null;
      }
      // An older key may still lie there, and must not be taken for this one in the next run.
      const cleared = !before || (await keychain.remove(id)).kind === "removed";
      table.setKey(id, { hint, saved: !cleared });
      return problem("keychain_unavailable", { why: saved.detail });
    },

    async forget(row) {
      if (row.key_saved) {
        const removed = await keychain.remove(row.id);
        if (removed.kind === "failed") {
          return fail(problem("key_left_behind", { account: row.label, why: removed.detail }));
        }
      }
      inMemory.delete(row.id);
      lastSeen.delete(row.id);
      return ok(null);
    },

    held: () => [...inMemory.values()],

    clear: () => inMemory.clear(),
  };
}

/** The key's last four characters; nothing of a key so short that they would give it away. */
export function keyHint(key: string): string | null {
  return key.length >= 8 ? key.slice(-4) : null;
}

function unreadable(state: KeychainState, detail: string): Problem {
  switch (state) {
    case "locked":
      return problem("keychain_locked");
    case "refused":
      return problem("keychain_refused");
    case "available":
    case "no_service":
    case "library_missing":
      return problem("keychain_closed", { why: detail });
    default:
      return assertNever(state);
  }
}
