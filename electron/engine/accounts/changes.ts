import { randomUUID } from "node:crypto";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { withEntryAdvice } from "../../../shared/problems/key-entry-advice.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import type { KeyedQueue } from "../concurrency.ts";
import type { Emit } from "../handlers.ts";
import { baseUrlText, readBaseUrl } from "../service/index.ts";
import type { AccountRow, AccountTable } from "./account-table.ts";
import type { Keys } from "./api-keys.ts";
import type { ClientPool } from "./client-pool.ts";
import { isOfSession, type PresentSession } from "./sandbox-account.ts";

export interface AccountChangesOptions {
  readonly table: AccountTable;
  readonly keys: Keys;
  readonly clients: ClientPool;
  readonly turns: KeyedQueue;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly serviceUrl: string | null;
  /** Account from the environment for this session; `null` if none. */
  readonly session: PresentSession | null;
  readonly present: (id: string) => Result<AccountRow>;
  readonly announced: (id: string) => Result<Account>;
  readonly balanceRead: (id: string, credits: number) => void;
  readonly unfinished: (id: string) => number;
  readonly isNeeded: (id: string) => boolean;
  /** Returns the key mark; see {@link keyMark}. */
  readonly markOf: (baseUrl: string, apiKey: string) => string;
  readonly removed: (id: string) => void;
  readonly leaving: Set<string>;
  readonly eraseSandbox: () => Promise<Problem | null>;
}

/** Shorter keys may occur in a URL by chance. */
const MIN_KEY_LENGTH = 8;

/** Changes to accounts by the user. New keys and base URLs are tested by reading the balance before they are stored. */
export type AccountChanges = ReturnType<typeof createAccountChanges>;

export function createAccountChanges(options: AccountChangesOptions) {
  const { table, keys, clients, turns, clock, emit, serviceUrl, present, announced } = options;

  /** Tests a key that is not stored yet by reading its balance. */
  async function tryKey(
    way: { baseUrl: string; apiKey: string; label: string },
    entered: "key" | "key and address",
    signal?: AbortSignal,
  ) {
    const trial = clients.trial(way);
    if (!trial.ok) return trial;
    const answer = await trial.value.balance({ signal });
    return answer.ok ? ok(answer.value.credits) : fail(withEntryAdvice(answer.error.problem, entered));
  }

  async function keep(id: string, apiKey: string, url: URL, credits: number): Promise<void> {
    const row = table.find(id);
    const mark = options.markOf(baseUrlText(url), apiKey);
    const { session } = options;
    if (row?.kind === "session" && session?.mark === mark) {
      // The environment provides this key in every session, so it is never stored.
      table.setKeyMark(id, mark);
    } else {
      const why = await keys.keep(id, { key: apiKey, origin: url.origin });
      // Convert only after storing: until then, another session may provide a key.
      if (row?.kind === "session") table.keepAsService(id);
      table.setKeyMark(id, mark);
      if (why !== null) emit({ event: "notice", problem: why });
    }
    clients.drop(id);
    options.balanceRead(id, credits);
  }

  /** Parses the typed base URL. Refuses one that contains the key: even a DNS look-up would leak it. */
  function addressOf(text: string, apiKey: string): Result<URL> {
    const misplaced = apiKey.length >= MIN_KEY_LENGTH && text.includes(apiKey);
    return misplaced ? fail(problem("base_url_invalid", { url: "…" })) : readBaseUrl(text);
  }

  function labelTaken(label: string, except?: string): boolean {
    return table.all().some((row) => row.id !== except && row.label.toLowerCase() === label.toLowerCase());
  }

  /** Returns the account if the user may change its key and base URL. */
  function changeable(id: string): Result<AccountRow> {
    const row = present(id);
    if (!row.ok) return row;
    const isGiven = row.value.kind === "sandbox" || isOfSession(options.session, row.value);
    return isGiven ? fail(problem("account_given", { account: row.value.label })) : row;
  }

  function idle(row: AccountRow): Result<AccountRow> {
    const cleanings = options.unfinished(row.id);
    if (cleanings === 0) return ok(row);
    return fail(problem("account_in_use", { account: row.label, cleanings }));
  }

  return {
    async add(
      { label, baseUrl, apiKey }: { label: string; baseUrl: string | null; apiKey: string },
      signal?: AbortSignal,
    ): Promise<Result<Account>> {
      if (labelTaken(label)) return fail(problem("account_exists", { account: label }));
      const text = baseUrl ?? serviceUrl;
      if (text === null || text.trim() === "") return fail(problem("base_url_missing"));
      const address = addressOf(text, apiKey);
      if (!address.ok) return address;
      const url = baseUrlText(address.value);
      const credits = await tryKey({ baseUrl: url, apiKey, label }, "key and address", signal);
      if (!credits.ok) return credits;
      if (labelTaken(label)) return fail(problem("account_exists", { account: label }));
      // Reuse the removed account of this key, so that pending paid results can be fetched.
      const earlier = table.removed(options.markOf(url, apiKey));
      const id = earlier?.id ?? randomUUID();
      if (earlier !== null) table.restore(id, label);
      else table.insert({ id, label, kind: "service", baseUrl: url, at: clock.now() });
      await keep(id, apiKey, address.value, credits.value);
      emit({ event: "accounts.changed" });
      return announced(id);
    },

    async rename(id: string, label: string): Promise<Result<Account>> {
      const row = present(id);
      if (!row.ok) return row;
      if (labelTaken(label, id)) return fail(problem("account_exists", { account: label }));
      table.setLabel(id, label);
      clients.drop(id);
      return announced(id);
    },

    async replaceKey(id: string, apiKey: string, signal?: AbortSignal): Promise<Result<Account>> {
      const row = changeable(id);
      if (!row.ok) return row;
      const { base_url, label } = row.value;
      // Refuse if the base URL changed since the key was given: the user has never seen that URL.
      const held = row.value.kind === "service" ? await keys.of(row.value) : null;
      if (held?.ok === false && held.problem.code === "key_elsewhere") return held;
      const credits = await tryKey({ baseUrl: base_url, apiKey, label }, "key", signal);
      if (!credits.ok) return credits;
      return await turns.take(id, async () => {
        const now = changeable(id);
        if (!now.ok) return now;
        if (now.value.base_url !== base_url) return fail(problem("account_changed", { account: label }));
        await keep(id, apiKey, new URL(base_url), credits.value);
        return announced(id);
      });
    },

    /** Moves the account to another base URL, which requires entering its key: the old key was given for the old URL. */
    async changeBaseUrl(
      id: string,
      { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
      signal?: AbortSignal,
    ): Promise<Result<Account>> {
      const found = changeable(id);
      if (!found.ok) return found;
      const address = addressOf(baseUrl, apiKey);
      if (!address.ok) return address;
      const url = baseUrlText(address.value);
      // A key for the current URL may be entered at any time.
      const free = (row: AccountRow) => (url === row.base_url ? ok(row) : idle(row));
      const row = free(found.value);
      if (!row.ok) return row;
      const credits = await tryKey(
        { baseUrl: url, apiKey, label: row.value.label },
        "key and address",
        signal,
      );
      if (!credits.ok) return credits;
      return await turns.take(id, async () => {
        const still = changeable(id);
        const now = still.ok ? free(still.value) : still;
        if (!now.ok) return now;
        table.setBaseUrl(id, url);
        await keep(id, apiKey, address.value, credits.value);
        return announced(id);
      });
    },

    /** Keeps the label for the history, and a hash to recognize the key if cleanings may need it again. */
    remove: (id: string) =>
      turns.take(id, async () => {
        const found = present(id);
        if (!found.ok) return found;
        const row = idle(found.value);
        if (!row.ok) return row;
        options.leaving.add(id);
        try {
          if (row.value.kind === "service") {
            const removed = await keys.forget(row.value);
            if (!removed.ok) return removed;
          }
          if (row.value.kind === "sandbox") {
            const kept = await options.eraseSandbox();
            if (kept !== null) return fail(kept);
          }
          clients.drop(id);
          // Before removal: nothing may start automatically on an account that the user did not choose.
          options.removed(id);
          table.markRemoved(id, clock.now(), row.value.kind === "session" || options.isNeeded(id));
        } finally {
          options.leaving.delete(id);
        }
        emit({ event: "accounts.changed" });
        return ok({});
      }),
  };
}
