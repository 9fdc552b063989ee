import { randomUUID } from "node:crypto";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock, Emit } from "../handlers.ts";
import { baseUrlText, checkBaseUrl, type Fetch, redact } from "../service/index.ts";
import type { Journal } from "../store/index.ts";
import { type AccountRow, accountTable } from "./account-table.ts";
import { type ClientPool, createClientPool } from "./client-pool.ts";
import { createKeys, keyHint } from "./keys.ts";
import { createSandboxAccount, SANDBOX_ID } from "./sandbox-account.ts";
import { enterSession, type PresentSession } from "./session-account.ts";
import type { AccountDirectory, Keychain, SandboxLauncher, SessionAccount } from "./types.ts";

export interface AccountsOptions {
  readonly journal: Journal;
  readonly keychain: Keychain;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly launchSandbox: SandboxLauncher;
  /** The account that the environment gives for this run, if any. */
  readonly session: SessionAccount | null;
  /** Where the service is when the user names no address; null: the user must. */
  readonly serviceUrl?: string | null;
  /** What the cleanings make of an account. Asked for late: the cleanings need the accounts first. */
  readonly usage?: (accountId: string) => AccountUsage;
}

export interface AccountUsage {
  /** Credits promised to cleanings that have not been started yet. */
  readonly reserved: number;
  /** Cleanings that are not finished. */
  readonly unfinished: number;
  /** All cleanings of the account that are still in the history. */
  readonly cleanings: number;
}

/** The accounts: what other rooms need of them, and what the user does with them. */
export interface Accounts extends AccountDirectory {
  list(): Promise<Account[]>;
  add(
    input: { label: string; baseUrl: string | null; apiKey: string },
    signal?: AbortSignal,
  ): Promise<Result<Account>>;
  sandbox(): Promise<Result<Account>>;
  rename(id: string, label: string): Promise<Result<Account>>;
  replaceKey(id: string, apiKey: string, signal?: AbortSignal): Promise<Result<Account>>;
  changeAddress(id: string, baseUrl: string, signal?: AbortSignal): Promise<Result<Account>>;
  remove(id: string): Promise<Result<Record<never, never>>>;
  refresh(id: string): Promise<Result<Account>>;
  /** What waits to be checked with the account's key. */
  checks(id: string): ReturnType<ClientPool["checks"]>;
  /** `text` without any key that is known in this run. */
  redact(text: string): string;
  /** Tells the hosts about the account again, because what is reserved on it changed. */
  announce(id: string): void;
  close(): Promise<void>;
}

/** The accounts in `journal`, their keys in `keychain`. Keys never leave this room but inside a client. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { journal, clock, emit } = options;
  const usage = options.usage ?? (() => ({ reserved: 0, unfinished: 0, cleanings: 0 }));
  const table = accountTable(journal);
  const keys = createKeys(table, options.keychain);
  const clients = createClientPool({ fetch: options.fetch, clock });
  const sandbox = createSandboxAccount({ table, launch: options.launchSandbox, clock });
  const session: PresentSession | null =
    options.session === null ? null : enterSession(options.session, journal, table, clock.now());

  let closed = false;

  const unknown = (id: string) => fail(problem("account_unknown", { account: id }));

  function present(id: string): Result<AccountRow> {
    const row = table.find(id);
    return row === null || row.removed_at !== null ? unknown(id) : ok(row);
  }

  async function access(row: AccountRow): Promise<Result<{ baseUrl: string; apiKey: string }>> {
    switch (row.kind) {
      case "sandbox":
        return sandbox.start();
      case "session":
        if (session?.id !== row.id) return fail(problem("key_missing", { account: row.label }));
        if (!session.address.ok) return session.address;
        return ok({ baseUrl: row.base_url, apiKey: session.apiKey });
      case "service": {
        const key = await keys.of(row);
        return key.ok ? ok({ baseUrl: row.base_url, apiKey: key.value }) : key;
      }
    }
  }

  async function client(id: string) {
    const row = present(id);
    if (!row.ok) return row;
    const way = await access(row.value);
    return way.ok ? clients.client(id, { ...way.value, label: row.value.label }) : way;
  }

  function describe(row: AccountRow): Account {
    const mine = session?.id === row.id;
    const account: Account = {
      id: row.id,
      label: row.label,
      kind: row.kind === "sandbox" ? "sandbox" : "service",
      baseUrl: row.base_url,
      keyHint: row.key_hint,
      keyState: row.kind === "service" ? keys.state(row) : keyStateOf(row.kind, mine),
      balance:
        row.credits === null || row.credits_read_at === null
          ? null
          : { credits: row.credits, readAt: row.credits_read_at },
      reserved: usage(row.id).reserved,
    };
    return mine ? { ...account, keyHint: keyHint(session.apiKey), fromEnvironment: true } : account;
  }

  function announce(id: string): void {
    const row = present(id);
    if (row.ok) emit({ event: "account.changed", account: describe(row.value) });
  }

  function announced(id: string): Result<Account> {
    const row = present(id);
    if (!row.ok) return row;
    const account = describe(row.value);
    emit({ event: "account.changed", account });
    return ok(account);
  }

  /** Asks for the balance with a key that is not the account's yet. */
  async function tryKey(baseUrl: string, apiKey: string, label: string, signal?: AbortSignal) {
    const trial = clients.trial({ baseUrl, apiKey, label });
    if (!trial.ok) return trial;
    const answer = await trial.value.balance({ signal });
    return answer.ok ? ok(answer.value.credits) : fail(answer.error.problem);
  }

  async function keep(id: string, apiKey: string): Promise<void> {
    const why = await keys.keep(id, apiKey);
    clients.drop(id);
    if (why !== null) emit({ event: "notice", problem: why });
  }

  function labelTaken(label: string, except?: string): boolean {
    return table.all().some((row) => row.id !== except && row.label.toLowerCase() === label.toLowerCase());
  }

  /** An account whose key and address are the user's to change, with nothing under way. */
  function changeable(id: string): Result<AccountRow> {
    const row = present(id);
    if (!row.ok) return row;
    return row.value.kind === "service" ? row : unknown(row.value.label);
  }

  function idle(row: AccountRow): Result<AccountRow> {
    const { unfinished } = usage(row.id);
    if (unfinished === 0) return ok(row);
    return fail(problem("account_in_use", { account: row.label, cleanings: unfinished }));
  }

  async function refreshCredits(id: string): Promise<Result<number>> {
    const speaking = await client(id);
    if (!speaking.ok) return speaking;
    const answer = await speaking.value.balance();
    if (!answer.ok) return fail(answer.error.problem);
    if (closed) return fail(problem("cancelled"));
    table.setCredits(id, answer.value.credits, clock.now());
    announce(id);
    return ok(answer.value.credits);
  }

  return {
    client,
    refreshCredits,
    announce,
    scope(id) {
      const row = table.find(id);
      if (row === null) return unknown(id);
      return ok(row.kind === "sandbox" ? "sandbox" : row.base_url);
    },
    credits: (id) => table.find(id)?.credits ?? null,
    label: (id) => table.find(id)?.label ?? id,
    isSandbox: (id) => id === SANDBOX_ID,
    checks: (id) => clients.checks(id),
    redact: (text) => redact(text, [...keys.held(), ...(session === null ? [] : [session.apiKey])]),

    async list() {
      const rows = table
        .all()
        .filter((row) => row.kind !== "session" || row.id === session?.id || usage(row.id).cleanings > 0);
      // A locked keychain is found out by asking it; afterwards the rows say what it answered.
      for (const row of rows) if (row.kind === "service") await keys.of(row);
      return rows.map(describe);
    },

    async add({ label, baseUrl, apiKey }, signal) {
      if (labelTaken(label)) return fail(problem("account_exists", { account: label }));
      const text = baseUrl ?? options.serviceUrl ?? null;
      if (text === null || text.trim() === "") return fail(problem("base_url_missing"));
      const address = checkBaseUrl(text);
      if (!address.ok) return address;
      const url = baseUrlText(address.value);
      const credits = await tryKey(url, apiKey, label, signal);
      if (!credits.ok) return credits;
      if (labelTaken(label)) return fail(problem("account_exists", { account: label }));
      const id = randomUUID();
      table.insert({ id, label, kind: "service", baseUrl: url, at: clock.now() });
      await keep(id, apiKey);
      table.setCredits(id, credits.value, clock.now());
      emit({ event: "accounts.changed" });
      return announced(id);
    },

    async sandbox() {
      const started = await sandbox.start();
      if (!started.ok) return started;
      if (started.value.fresh) emit({ event: "accounts.changed" });
      const credits = await refreshCredits(SANDBOX_ID);
      return credits.ok ? announced(SANDBOX_ID) : credits;
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
      const credits = await tryKey(row.value.base_url, apiKey, row.value.label, signal);
      if (!credits.ok) return credits;
      await keep(id, apiKey);
      table.setCredits(id, credits.value, clock.now());
      return announced(id);
    },

    async changeAddress(id, baseUrl, signal) {
      const found = changeable(id);
      if (!found.ok) return found;
      const row = idle(found.value);
      if (!row.ok) return row;
      const address = checkBaseUrl(baseUrl);
      if (!address.ok) return address;
      const key = await keys.of(row.value);
      if (!key.ok) return key;
      const url = baseUrlText(address.value);
      const credits = await tryKey(url, key.value, row.value.label, signal);
      if (!credits.ok) return credits;
      table.setBaseUrl(id, url);
      table.setCredits(id, credits.value, clock.now());
      clients.drop(id);
      return announced(id);
    },

    async remove(id) {
      const found = present(id);
      if (!found.ok) return found;
      const row = idle(found.value);
      if (!row.ok) return row;
      if (row.value.kind === "service") {
        const gone = await keys.forget(row.value);
        if (!gone.ok) return gone;
      }
      if (row.value.kind === "sandbox") await sandbox.close();
      clients.drop(id);
      table.markRemoved(id, clock.now());
      emit({ event: "accounts.changed" });
      return ok({});
    },

    async refresh(id) {
      const row = present(id);
      if (!row.ok) return row;
      await saveAgain(row.value);
      const credits = await refreshCredits(id);
      return credits.ok ? announced(id) : credits;
    },

    async close() {
      closed = true;
      keys.clear();
      clients.clear();
      await sandbox.close();
    },
  };

  /** The keychain may have been installed, started or unlocked since the key was entered. */
  async function saveAgain(row: AccountRow): Promise<void> {
    if (row.kind !== "service" || keys.state(row) !== "session") return;
    const key = await keys.of(row);
    if (key.ok) await keys.keep(row.id, key.value);
  }
}

/** The sandbox's key is nobody's secret and never missing; the environment's is here or it is not. */
function keyStateOf(kind: "sandbox" | "session", mine: boolean): Account["keyState"] {
  if (kind === "sandbox") return "stored";
  return mine ? "session" : "missing";
}
