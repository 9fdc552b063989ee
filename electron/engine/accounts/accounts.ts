import type { Account } from "../../../shared/bridge/accounts.ts";
import type { EngineCallName } from "../../../shared/bridge.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import { createKeyedQueue, raceAbort } from "../concurrency.ts";
import type { Emit, Handlers } from "../handlers.ts";
import { type Fetch, redact } from "../service/index.ts";
import type { Journal } from "../store/index.ts";
import { type AccountRow, accountTable } from "./account-table.ts";
import { createKeys, createRunKeys, keyHint, keyMark, type RunKeys } from "./api-keys.ts";
import { type AccountChanges, createAccountChanges } from "./changes.ts";
import { type ClientPool, createClientPool } from "./client-pool.ts";
import {
  createSandboxAccount,
  enterSession,
  isOfSession,
  type PresentSession,
  SANDBOX_ID,
  SANDBOX_SCOPE,
} from "./sandbox-account.ts";
import type { AccountDirectory, Keychain, SandboxLauncher, SessionAccount } from "./types.ts";

export interface AccountsOptions {
  readonly journal: Journal;
  readonly keychain: Keychain;
  /** In-memory keys that outlive a restore. */
  readonly runKeys?: RunKeys;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly launchSandbox: SandboxLauncher;
  /** Deletes the sandbox's data after it has ended. */
  readonly eraseSandbox?: () => Promise<void>;
  /** Account from the environment for this session; `null` if none. */
  readonly session: SessionAccount | null;
  /** Default base URL of the service; `null` if the user must enter one. */
  readonly serviceUrl?: string | null;
  /** Returns the account's usage by cleanings. A callback, since cleanings are created after accounts. */
  readonly usage?: (accountId: string) => AccountUsage;
  readonly removed?: (accountId: string) => void;
  /** Maximum upload size in bytes. Default: the documented limit. */
  readonly uploadBytes?: number;
  /** Aborted when every request must end at once. */
  readonly closing?: AbortSignal;
}

export interface AccountUsage {
  /** Credits promised to cleanings that are not started yet. */
  readonly reserved: number;
  readonly unfinished: number;
  /** Number of all cleanings, including those in the bin. */
  readonly cleanings: number;
}

export interface Accounts extends AccountDirectory, AccountChanges {
  list(): Promise<Account[]>;
  sandbox(): Promise<Result<Account>>;
  /** Returns the sandbox's account without launching the sandbox. */
  placedSandbox(): Result<Account>;
  refresh(id: string): Promise<Result<Account>>;
  checks(id: string): ReturnType<ClientPool["checks"]>;
  /** Redacts all keys known in this session. */
  redact(text: string): string;
  /** Notifies hosts of the account after its reserved credits changed. */
  announce(id: string): void;
  close(): Promise<void>;
}

/** Creates the accounts of `journal`, with keys in `keychain`. Keys leave this module only inside a client. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { journal, clock, emit } = options;
  const usage = options.usage ?? (() => ({ reserved: 0, unfinished: 0, cleanings: 0 }));
  const table = accountTable(journal);
  const keys = createKeys(table, options.keychain, options.runKeys ?? createRunKeys());
  const turns = createKeyedQueue();
  const { fetch, uploadBytes, closing = new AbortController().signal } = options;
  const clients = createClientPool({ fetch, clock, uploadBytes, closing });
  const sandbox = createSandboxAccount({
    table,
    launch: options.launchSandbox,
    eraseRecord: options.eraseSandbox ?? (async () => {}),
    clock,
  });
  const session: PresentSession | null =
    options.session === null ? null : enterSession(options.session, journal, table, clock.now());

  /** Accounts being removed: nothing new may start on them while the keychain is slow. */
  const leaving = new Set<string>();
  let closed = false;

  function unknown(id: string) {
    const row = table.find(id);
    return fail(problem("account_unknown", { account: row?.label ?? id, removed: row !== null }));
  }

  function present(id: string): Result<AccountRow> {
    const row = table.find(id);
    return row === null || row.removed_at !== null ? unknown(id) : ok(row);
  }

  async function access(row: AccountRow): Promise<Result<{ baseUrl: string; apiKey: string }>> {
    switch (row.kind) {
      case "sandbox":
        return sandbox.start();
      case "session": {
        if (!isOfSession(session, row)) return fail(problem("key_missing", { account: row.label }));
        const { apiKey, baseUrl } = session;
        return baseUrl.ok ? ok({ baseUrl: baseUrl.value, apiKey }) : baseUrl;
      }
      case "service": {
        const key = await keys.of(row);
        return key.ok ? ok({ baseUrl: row.base_url, apiKey: key.value }) : key;
      }
    }
  }

  const staying = (id: string) => (leaving.has(id) ? unknown(id) : present(id));

  /** Returns why the account cannot serve jobs sent to `scope`; `null` if it can. */
  function movedFrom(row: AccountRow, scope: string): Problem | null {
    const now = scopeOf(row);
    return now === scope ? null : problem("account_moved", { account: row.label, was: scope, now });
  }

  async function client(id: string, scope?: string) {
    const row = staying(id);
    if (!row.ok) return row;
    const moved = scope === undefined ? null : movedFrom(row.value, scope);
    if (moved !== null) return fail(moved);
    // The keychain may prompt the user, and the sandbox may fail to launch.
    const way = await raceAbort(closing, access(row.value));
    if (!way.ok) return way;
    return clients.client(id, { ...way.value, label: row.value.label });
  }

  function describe(row: AccountRow): Account {
    const mine = isOfSession(session, row);
    const account: Account = {
      id: row.id,
      label: row.label,
      kind: row.kind === "sandbox" ? "sandbox" : "service",
      baseUrl: row.base_url,
      keyHint: row.key_hint,
      keyState: row.kind === "service" ? keys.state(row) : keyStateOf(row.kind, mine),
      balance: balanceOf(row),
      reserved: usage(row.id).reserved,
    };
    return mine && session !== null
      ? { ...account, keyHint: keyHint(session.apiKey), fromEnvironment: true }
      : account;
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

  let asked = 0;
  /** Sequence number of the request behind the stored balance, by account. */
  const answered = new Map<string, number>();

  async function refreshCredits(id: string, signal?: AbortSignal): Promise<Result<number>> {
    const speaking = await client(id);
    if (!speaking.ok) return speaking;
    const turn = ++asked;
    const answer = await speaking.value.balance({ signal });
    if (closed) return fail(problem("cancelled"));
    // The key was replaced during the request: this is another key's balance.
    if (!clients.isCurrent(id, speaking.value)) return refreshCredits(id, signal);
    if (!answer.ok) return fail(answer.error.problem);
    // Ignore a response overtaken by a later request.
    if ((answered.get(id) ?? 0) < turn) {
      table.setCredits(id, answer.value.credits, clock.now());
      answered.set(id, turn);
    }
    announce(id);
    return ok(answer.value.credits);
  }

  const changes = createAccountChanges({
    table,
    keys,
    clients,
    turns,
    clock,
    emit,
    serviceUrl: options.serviceUrl ?? null,
    session,
    present,
    announced,
    balanceRead: (id, credits) => table.setCredits(id, credits, clock.now()),
    unfinished: (id) => usage(id).unfinished,
    isNeeded: (id) => usage(id).cleanings > 0,
    markOf: (baseUrl, apiKey) => keyMark(journal, baseUrl, apiKey),
    removed: options.removed ?? (() => {}),
    leaving,
    eraseSandbox: () => sandbox.erase(),
  });

  return {
    ...changes,
    client,
    refreshCredits,
    announce,
    absence(id, scope) {
      const row = staying(id);
      return row.ok ? movedFrom(row.value, scope) : row.problem;
    },
    scope(id) {
      const row = table.find(id);
      return row === null ? unknown(id) : ok(scopeOf(row));
    },
    credits: (id) => table.find(id)?.credits ?? null,
    label: (id) => table.find(id)?.label ?? id,
    has: (id) => staying(id).ok,
    isSandbox: (id) => id === SANDBOX_ID,
    checks: (id) => clients.checks(id),
    redact: (text) => redact(text, [...keys.held(), ...(session === null ? [] : [session.apiKey])]),

    async list() {
      const all = table.all();
      // Show an empty account of the environment only if there is no other.
      const mine = all.filter((row) => isOfSession(session, row));
      const shown = mine.find((row) => usage(row.id).cleanings > 0) ?? mine[0];
      const rows = all.filter(
        (row) => row.kind !== "session" || row.id === shown?.id || usage(row.id).cleanings > 0,
      );
      // A locked keychain is only detected by reading; afterwards `describe` knows.
      await keys.survey(rows.filter((row) => row.kind === "service"));
      return rows.map(describe);
    },

    async sandbox() {
      const started = await sandbox.start();
      if (!started.ok) return started;
      if (started.value.fresh) emit({ event: "accounts.changed" });
      const credits = await refreshCredits(SANDBOX_ID);
      return credits.ok ? announced(SANDBOX_ID) : credits;
    },

    placedSandbox() {
      sandbox.place();
      return announced(SANDBOX_ID);
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

  /** Saves a key again: the keychain may have been installed or unlocked since. */
  async function saveAgain(row: AccountRow): Promise<void> {
    if (row.kind !== "service" || keys.state(row) !== "session") return;
    await turns.take(row.id, async () => {
      const now = present(row.id);
      if (now.ok) await keys.saveAgain(now.value);
    });
  }
}

function scopeOf(row: AccountRow): string {
  return row.kind === "sandbox" ? SANDBOX_SCOPE : row.base_url;
}

function balanceOf(row: AccountRow | null): { credits: number; readAt: number } | null {
  return row === null || row.credits === null || row.credits_read_at === null
    ? null
    : { credits: row.credits, readAt: row.credits_read_at };
}

/** The sandbox's key is public; the environment's is either present or not. */
function keyStateOf(kind: "sandbox" | "session", mine: boolean): Account["keyState"] {
  if (kind === "sandbox") return "stored";
  return mine ? "session" : "missing";
}

export type AccountCallName = Extract<EngineCallName, `accounts.${string}`>;

export function createAccountCalls(accounts: Accounts): Handlers<AccountCallName> {
  return {
    "accounts.list": async () => ok({ accounts: await accounts.list() }),
    "accounts.add": (input, { signal }) => accounts.add(input, signal),
    "accounts.sandbox": () => accounts.sandbox(),
    "accounts.rename": ({ id, label }) => accounts.rename(id, label),
    "accounts.replaceKey": ({ id, apiKey }, { signal }) => accounts.replaceKey(id, apiKey, signal),
    "accounts.changeAddress": ({ id, baseUrl, apiKey }, { signal }) =>
      accounts.changeBaseUrl(id, { baseUrl, apiKey }, signal),
    "accounts.remove": ({ id }) => accounts.remove(id),
    "accounts.refresh": ({ id }) => accounts.refresh(id),
  };
}
