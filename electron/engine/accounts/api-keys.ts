import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Account } from "../../../shared/bridge/accounts.ts";
import type { KeychainReason } from "../../../shared/problems/accounts.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import { originOf } from "../service/index.ts";
import { createStoredValues, type Journal } from "../store/index.ts";
import type { AccountRow, AccountTable } from "./account-table.ts";
import type { Keychain, KeychainState } from "./types.ts";

export type KeyState = Account["keyState"];

type Found =
  | { kind: "bound"; bound: BoundKey }
  | { kind: "absent" }
  | { kind: "failed"; state: KeychainState; why: KeychainReason };

/** Keys of accounts of kind `service`: in the keychain, or in memory for this session. */
export type Keys = ReturnType<typeof createKeys>;

/** `runKeys` holds in-memory keys, also from before a restore; each serves only its own account and origin. */
export function createKeys(table: AccountTable, keychain: Keychain, runKeys: RunKeys) {
  const inMemory = new Map<string, BoundKey>();
  for (const row of table.all()) {
    const held = runKeys.get(row.id);
    if (held === undefined || held.origin !== originOf(row.base_url)) continue;
    inMemory.set(row.id, held);
    if (row.key_hint !== keyHint(held.key))
      table.setKey(row.id, { hint: keyHint(held.key), saved: row.key_saved });
  }
  const lastSeen = new Map<string, KeyState>();
  const pendingReads = new Map<string, Promise<Found>>();
  /** Accounts whose keys are being or have been deleted. */
  const leaving = new Set<string>();

  /**
   * Returns the account's key if it was given for the account's current origin. Problems: `key_missing`,
   * `key_elsewhere` (given for another origin), `keychain_locked`, `keychain_refused`, `keychain_silent`,
   * `keychain_closed`.
   */
  async function of(row: AccountRow): Promise<Result<string>> {
    const held = inMemory.get(row.id);
    if (held !== undefined) return forAddress(row, held);
    if (!row.key_saved || leaving.has(row.id)) return fail(problem("key_missing", { account: row.label }));
    // Share one read: many parts may need the key at once, and each read may prompt the user.
    const asking = pendingReads.get(row.id) ?? read(row).finally(() => pendingReads.delete(row.id));
    pendingReads.set(row.id, asking);
    const found = await asking;
    const entered = inMemory.get(row.id);
    if (entered !== undefined) return forAddress(row, entered);
    switch (found.kind) {
      case "bound":
        if (leaving.has(row.id)) return fail(problem("key_missing", { account: row.label }));
        inMemory.set(row.id, found.bound);
        // The keychain is unlocked: forget the locked state of other keys.
        for (const [id, state] of lastSeen) if (state === "locked") lastSeen.delete(id);
        lastSeen.set(row.id, "stored");
        return forAddress(row, found.bound);
      case "absent":
        lastSeen.set(row.id, "missing");
        return fail(problem("key_missing", { account: row.label }));
      case "failed":
        lastSeen.set(row.id, "locked");
        return fail(unreadable(found.state, found.why));
      default:
        return assertNever(found);
    }
  }

  async function read(row: AccountRow): Promise<Found> {
    const answer = await keychain.read(row.id);
    if (answer.kind !== "key") return answer;
    const bound = readKeyEntry(answer.key);
    return bound === null ? { kind: "absent" } : { kind: "bound", bound };
  }

  /** Saves the key. If the keychain fails, keeps it in memory and returns the reason. */
  async function keep(id: string, bound: BoundKey): Promise<Problem | null> {
    const hint = keyHint(bound.key);
    const before = table.find(id)?.key_saved ?? false;
    // Record it first: a saved key without a record could never be deleted.
    table.setKey(id, { hint, saved: true });
    inMemory.set(id, bound);
    runKeys.set(id, bound);
    const saved = await keychain.save(id, writeKeyEntry(bound));
    if (saved.kind === "saved") {
      runKeys.delete(id);
      lastSeen.set(id, "stored");
      return null;
    }
    // An older key may remain and must not be used in the next session.
    const cleared = !before || (await keychain.remove(id)).kind === "removed";
    table.setKey(id, { hint, saved: !cleared });
    return problem("keychain_unavailable", { why: saved.why });
  }

  return {
    of,
    keep,

    /** Reads keys of unknown state. Stops at a locked keychain, since each read may prompt the user. */
    async survey(rows: readonly AccountRow[]) {
      const unseen = rows.filter((row) => row.key_saved && !inMemory.has(row.id) && !lastSeen.has(row.id));
      for (const row of unseen) {
        await of(row);
        if (lastSeen.get(row.id) !== "locked") continue;
        for (const other of unseen) if (!lastSeen.has(other.id)) lastSeen.set(other.id, "locked");
        return;
      }
    },

    /** Returns the known state without reading the keychain. */
    state(row: AccountRow): KeyState {
      const held = inMemory.get(row.id);
      if (held !== undefined) {
        if (held.origin !== originOf(row.base_url)) return "elsewhere";
        return runKeys.has(row.id) ? "session" : "stored";
      }
      if (!row.key_saved) return "missing";
      return lastSeen.get(row.id) ?? "stored";
    },

    async saveAgain(row: AccountRow) {
      const held = inMemory.get(row.id);
      if (held !== undefined && runKeys.has(row.id)) await keep(row.id, held);
    },

    /** Deletes the key everywhere. Problem: `key_left_behind`. */
    async forget(row: AccountRow): Promise<Result<null>> {
      leaving.add(row.id);
      await pendingReads.get(row.id);
      // Delete even if not recorded: a keychain may report failure and still store the key.
      const removed = await keychain.remove(row.id);
      if (removed.kind === "failed" && row.key_saved) {
        leaving.delete(row.id);
        return fail(problem("key_left_behind", { account: row.label, why: removed.why }));
      }
      inMemory.delete(row.id);
      runKeys.delete(row.id);
      lastSeen.delete(row.id);
      return ok(null);
    },

    /** Returns all keys in memory, for redaction. */
    held: () => [...inMemory.values(), ...runKeys.values()].map(({ key }) => key),

    /** Drops cached keys; those stored nowhere else are kept. */
    clear: () => inMemory.clear(),
  };
}

function forAddress(row: AccountRow, { key, origin }: BoundKey): Result<string> {
  if (originOf(row.base_url) === origin) return ok(key);
  return fail(problem("key_elsewhere", { account: row.label, given: origin, address: row.base_url }));
}

/** Returns the key's last four characters; `null` for short keys, which they would reveal. */
export function keyHint(key: string): string | null {
  return key.length >= 8 ? key.slice(-4) : null;
}

function unreadable(state: KeychainState, why: KeychainReason): Problem {
  switch (state) {
    case "locked":
      return problem("keychain_locked");
    case "refused":
      return problem("keychain_refused");
    case "no_answer":
      return problem("keychain_silent");
    case "available":
    case "no_service":
    case "library_missing":
      return problem("keychain_closed", { why });
    default:
      return assertNever(state);
  }
}

/** A key and the origin that it may be sent to. */
export interface BoundKey {
  readonly key: string;
  readonly origin: string;
}

const boundSchema = z.object({ version: z.literal(1), key: z.string().min(1), origin: z.string().min(1) });

function writeKeyEntry({ key, origin }: BoundKey): string {
  return JSON.stringify({ version: 1, key, origin });
}

/** Parses a keychain entry; `null` if it has another format. */
function readKeyEntry(text: string): BoundKey | null {
  try {
    const { key, origin } = boundSchema.parse(JSON.parse(text));
    return { key, origin };
  } catch {
    return null;
  }
}

/** Setting with the salt of key marks, unique per data folder. */
const SALT = "session.salt";

/** Returns a salted hash (24 hex digits) that identifies a base URL and key without storing the key. */
export function keyMark(journal: Journal, baseUrl: string, apiKey: string): string {
  const hash = createHmac("sha256", salt(journal)).update(`${baseUrl}\n${apiKey}`);
  return hash.digest("hex").slice(0, 24);
}

function salt(journal: Journal): Buffer {
  const values = createStoredValues(journal);
  const stored = journal.commit(() => {
    const known = values.read(SALT);
    if (known !== undefined) return known;
    const fresh = randomBytes(32).toString("hex");
    values.write(SALT, fresh);
    return fresh;
  });
  return Buffer.from(z.string().parse(stored), "hex");
}

/** Keys in memory only, by account id. They live as long as the engine, so that a restore does not lose them. */
export type RunKeys = Map<string, BoundKey>;

export function createRunKeys(): RunKeys {
  return new Map();
}
