import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AccountStore, openAccountStore } from "./account-store.ts";
import { type AccountOptions, accountOf, DEMO_ACCOUNTS, type SandboxAccount } from "./accounts.ts";
import { type Clock, createSandboxClock } from "./clock.ts";
import type { Context } from "./context.ts";
import { openSandboxDatabase } from "./database.ts";
import { createFaults, type FaultRule, type Faults } from "./faults.ts";
import { isFromPage } from "./guard.ts";
import { openJobStore } from "./job-store.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { type LoggedRequest, MAX_LOGGED_REQUESTS } from "./log.ts";
import { paceAt } from "./pace.ts";
import { createRateWindow } from "./rate.ts";
import { serve } from "./serve.ts";
import { SERVER_LIMITS, type ServerLimits } from "./server-limits.ts";
import { chargesOf, type SandboxSnapshot, snapshotOf } from "./snapshot.ts";
import { applyDueChanges } from "./verification.ts";

export interface SandboxOptions {
  /** Port on 127.0.0.1; 0 (default) for any free one. */
  readonly port?: number;
  /** Folder of persistent state; `null` (default) for in memory. */
  readonly stateDir?: string | null;
  /** 1 (default) is suitable for watching (400 addresses per second); Infinity is immediate. Jobs keep their speed. */
  readonly speed?: number;
  readonly clock?: Clock;
  readonly accounts?: readonly AccountOptions[];
  /** Gives every account a new key, so that keys of earlier runs become invalid. */
  readonly renewKeys?: boolean;
  readonly limits?: Partial<Limits>;
  readonly server?: Partial<ServerLimits>;
  readonly faults?: readonly FaultRule[];
  readonly log?: (line: string) => void;
}

export interface Sandbox {
  readonly baseUrl: string;
  readonly faults: Faults;
  /** The latest requests, oldest first. */
  readonly requests: readonly LoggedRequest[];
  account(label: string): SandboxAccount;
  accounts(): readonly SandboxAccount[];
  /** Creates an account, with the free credits unless `credits` is given. */
  createAccount(options: AccountOptions): SandboxAccount;
  setAccountState(label: string, state: SandboxAccount["state"]): void;
  topUp(label: string, credits: number): void;
  advance(milliseconds: number): Promise<void>;
  /** Stops time at `time` (Unix ms). Only `advance` and `setClock` move it from then on. */
  setClock(time: number): Promise<void>;
  now(): number;
  /** Cancels a job, as the service may do on its own. */
  cancel(jobId: string): void;
  snapshot(): SandboxSnapshot;
  /** Returns the number of charges per folded address, for existing jobs and single checks. */
  charges(label: string): ReadonlyMap<string, number>;
  /** Returns the uploaded bytes of a job; `null` if it was deleted. */
  uploaded(jobId: string): Uint8Array | null;
  close(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1 in this process. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const limits = { ...LIMITS, ...options.limits };
  const clock = createSandboxClock(options.clock ?? { now: () => Date.now() });
  const database = openSandboxDatabase(options.stateDir ?? null);
  const accounts = openAccountStore(database);
  const jobs = openJobStore(database);
  const addAccount = (account: AccountOptions) => {
    accounts.add(accountOf(account, limits.freeCredits));
    return known(accounts, account.label);
  };
  for (const account of options.accounts ?? DEMO_ACCOUNTS) addAccount(account);
  if (options.renewKeys === true) accounts.renewKeys();
  const context: Context = {
    accounts,
    jobs,
    clock: { now: () => Math.round(clock.now()) },
    limits,
    pace: paceAt(options.speed ?? 1),
    checkRate: createRateWindow(60_000),
    atomically: (work) => database.transaction(work).immediate(),
  };
  const faults = createFaults(options.faults ?? []);
  const log = options.log ?? (() => undefined);
  const requests: LoggedRequest[] = [];
  const record = (entry: LoggedRequest) => {
    requests.push(entry);
    if (requests.length > MAX_LOGGED_REQUESTS) requests.shift();
    log(`${entry.method} ${entry.path} ${entry.account ?? "-"} ${entry.status ?? "no answer"}`);
  };

  const complain = (error: unknown) => log(`error: ${error instanceof Error ? error.message : "unknown"}`);
  let port = 0;
  const bounds = { ...SERVER_LIMITS, ...options.server };
  const server = createServer((message, response) => {
    endIfStillSent(message, response, bounds.lingerMs);
    if (isFromPage(message.headers, port)) {
      log(`${message.method} refused: it comes from a web page`);
      response.writeHead(403, { connection: "close" }).end();
      return;
    }
    serve({ context, faults, limits: bounds, record }, message, response).catch((error: unknown) => {
      complain(error);
      response.destroy();
    });
  });
  server.headersTimeout = bounds.headersMs;
  server.requestTimeout = bounds.requestMs;
  server.maxConnections = bounds.connections;
  server.listen(options.port ?? 0, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    database.close();
    throw error;
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sandbox has no port.");
  ({ port } = address);
  applyDueChanges(context);

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    faults,
    requests,
    account: (label) => known(accounts, label),
    accounts: () => accounts.all(),
    createAccount: addAccount,
    setAccountState: (label, state) => accounts.setState(known(accounts, label).label, state),
    topUp(label, credits) {
      // Lists that became ready earlier are decided without the new credits.
      applyDueChanges(context);
      accounts.addCredits(known(accounts, label).label, credits);
    },
    async advance(milliseconds) {
      clock.advance(milliseconds);
      applyDueChanges(context);
    },
    async setClock(time) {
      clock.set(time);
      applyDueChanges(context);
    },
    now: () => context.clock.now(),
    cancel(jobId) {
      const job = jobs.find(jobId);
      if (job === null) throw new Error("There is no such job.");
      jobs.cancel(job, context.clock.now());
    },
    snapshot() {
      applyDueChanges(context);
      return snapshotOf(accounts, jobs, context.clock.now());
    },
    charges: (label) => chargesOf(accounts, jobs, label),
    uploaded(jobId) {
      const job = jobs.find(jobId);
      return job === null ? null : jobs.upload(job);
    },
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      database.close();
    },
  };
}

/** Lets a client that is still sending read the response, then closes the connection after `lingerMs`. */
function endIfStillSent(message: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  response.once("finish", () => {
    if (message.complete) return;
    const timer = setTimeout(() => message.socket.destroy(), lingerMs).unref();
    message.once("close", () => clearTimeout(timer));
  });
}

function known(accounts: AccountStore, label: string): SandboxAccount {
  const account = accounts.byLabel(label);
  if (account === null) throw new Error(`There is no account '${label}' in the sandbox.`);
  return account;
}
