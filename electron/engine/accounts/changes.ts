import { randomUUID } from "node:crypto";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { asEntered } from "../../../shared/problems/entered.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock, Emit, Turns } from "../handlers.ts";
import { baseUrlText, readBaseUrl } from "../service/index.ts";
import type { AccountRow, AccountTable } from "./account-table.ts";
import type { ClientPool } from "./client-pool.ts";
import type { Keys } from "./keys.ts";
import { isOfSession, type PresentSession } from "./session-account.ts";

/** What the user does with accounts. A key or an address is tried against the balance before it is kept. */
export interface AccountChanges {
  add(
    input: { label: string; baseUrl: string | null; apiKey: string },
    signal?: AbortSignal,
  ): Promise<Result<Account>>;
  rename(id: string, label: string): Promise<Result<Account>>;
  replaceKey(id: string, apiKey: string, signal?: AbortSignal): Promise<Result<Account>>;
  /** Moves the account to `baseUrl`, with the key for it: the one it has was given for another address. */
  changeAddress(
    id: string,
    input: { baseUrl: string; apiKey: string },
    signal?: AbortSignal,
  ): Promise<Result<Account>>;
  /**
   * Leaves the name for the history; of the key nothing but what tells, where cleanings may need it again, that it is the
   * same one.
   */
  remove(id: string): Promise<Result<Record<never, never>>>;
}

export interface AccountChangesOptions {
  readonly table: AccountTable;
  readonly keys: Keys;
  readonly clients: ClientPool;
  readonly turns: Turns;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly serviceUrl: string | null;
  /** The account that the environment gives for this run, if any. */
  readonly session: PresentSession | null;
  /** The account, unless it was removed. */
  readonly present: (id: string) => Result<AccountRow>;
  /** Tells the hosts about the account as it is now, and answers it. */
  readonly announced: (id: string) => Result<Account>;
  /** The account's balance was read. */
  readonly balanceRead: (id: string, credits: number) => void;
  /** Cleanings of the account that are not finished. */
  readonly unfinished: (id: string) => number;
  /** Whether the history has cleanings of the account. */
  readonly isNeeded: (id: string) => boolean;
  /** What the same address and key are recognised by, see key-mark.ts. */
  readonly markOf: (baseUrl: string, apiKey: string) => string;
  /** The account is about to be removed. */
  readonly removed: (id: string) => void;
  /** Accounts that are being removed. */
  readonly leaving: Set<string>;
  /** Ends the sandbox and takes its record away. */
  readonly eraseSandbox: () => Promise<Problem | null>;
}

/** A shorter 'key' may be part of an address by chance. */
const SHORTEST_KEY = 8;

/** The user's changes to the accounts in `table` and their `keys`. */
export function createAccountChanges(options: AccountChangesOptions): AccountChanges {
  const { table, keys, clients, turns, clock, emit, serviceUrl, present, announced } = options;

  /** Asks for the balance with a key that is not the account's yet. */
  async function tryKey(
    way: { baseUrl: string; apiKey: string; label: string },
    entered: "key" | "key and address",
    signal?: AbortSignal,
  ) {
    const trial = clients.trial(way);
    if (!trial.ok) return trial;
    const answer = await trial.value.balance({ signal });
    return answer.ok ? ok(answer.value.credits) : fail(asEntered(answer.error.problem, entered));
  }

  /** Keeps a key that was tried at `url`, and what its balance was. */
  async function keep(id: string, apiKey: string, url: URL, credits: number): Promise<void> {
    const row = table.find(id);
    const mark = options.markOf(baseUrlText(url), apiKey);
    const { session } = options;
    if (row?.kind === "session" && session?.mark === mark) {
      // It is given with every run, and stored in none.
      table.setKeyMark(id, mark);
    } else {
      const why = await keys.keep(id, { key: apiKey, origin: url.origin });
      // Only then: until there is a key, another run may bring one.
      if (row?.kind === "session") table.keepAsService(id);
      table.setKeyMark(id, mark);
      if (why !== null) emit({ event: "notice", problem: why });
    }
    clients.drop(id);
    options.balanceRead(id, credits);
  }

  /** The address as it was typed, unless it holds the key: even to look up its host would tell others of it. */
  function addressOf(text: string, apiKey: string): Result<URL> {
    const misplaced = apiKey.length >= SHORTEST_KEY && text.includes(apiKey);
    return misplaced ? fail(problem("base_url_invalid", { url: "…" })) : readBaseUrl(text);
  }

  function labelTaken(label: string, except?: string): boolean {
    return table.all().some((row) => row.id !== except && row.label.toLowerCase() === label.toLowerCase());
  }

  /** An account whose key and address are the user's to change, with nothing under way. */
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
    async add({ label, baseUrl, apiKey }, signal) {
      if (labelTaken(label)) return fail(problem("account_exists", { account: label }));
      const text = baseUrl ?? serviceUrl;
      if (text === null || text.trim() === "") return fail(problem("base_url_missing"));
      const address = addressOf(text, apiKey);
      if (!address.ok) return address;
      const url = baseUrlText(address.value);
      const credits = await tryKey({ baseUrl: url, apiKey, label }, "key and address", signal);
      if (!credits.ok) return credits;
      if (labelTaken(label)) return fail(problem("account_exists", { account: label }));
      // What was paid for with this key before its account was removed comes home with it.
      const earlier = table.removed(options.markOf(url, apiKey));
      const id = earlier?.id ?? randomUUID();
      if (earlier !== null) table.restore(id, label);
      else table.insert({ id, label, kind: "service", baseUrl: url, at: clock.now() });
      await keep(id, apiKey, address.value, credits.value);
      emit({ event: "accounts.changed" });
      return announced(id);
    },

    async rename(id, label) {
      const row = present(id);
      if (!row.ok) return row;
      if (labelTaken(label, id)) return fail(problem("account_exists", { account: label }));
      table.setLabel(id, label);
      clients.drop(id);
      return announced(id);
    },

    async replaceKey(id, apiKey, signal) {
      const row = changeable(id);
      if (!row.ok) return row;
      const { base_url, label } = row.value;
      // An address that is not the one the key was given for was never seen by the user who now enters another.
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

    async changeAddress(id, { baseUrl, apiKey }, signal) {
      const found = changeable(id);
      if (!found.ok) return found;
      const address = addressOf(baseUrl, apiKey);
      if (!address.ok) return address;
      const url = baseUrlText(address.value);
      // The key for the address that it has already may be entered at any time.
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

    remove: (id) =>
      turns.take(id, async () => {
        const found = present(id);
        if (!found.ok) return found;
        const row = idle(found.value);
        if (!row.ok) return row;
        options.leaving.add(id);
        try {
          if (row.value.kind === "service") {
            const gone = await keys.forget(row.value);
            if (!gone.ok) return gone;
          }
          if (row.value.kind === "sandbox") {
            const kept = await options.eraseSandbox();
            if (kept !== null) return fail(kept);
          }
          clients.drop(id);
          // Before it is gone: nothing may begin by itself on one that the user did not choose.
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
