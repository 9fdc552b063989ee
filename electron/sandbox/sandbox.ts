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
import { type LoggedRequest, REMEMBERED } from "./log.ts";
import { paceAt } from "./pace.ts";
import { createRateWindow } from "./rate.ts";
import { serve } from "./serve.ts";
import { SERVER_LIMITS, type ServerLimits } from "./server-limits.ts";
import { chargesOf, type SandboxSnapshot, snapshotOf } from "./snapshot.ts";
import { settle } from "./verification.ts";

export interface SandboxOptions {
  /** Port on 127.0.0.1; 0 (usual): any free one. */
  readonly port?: number;
  /** Folder in which the state outlives the process; null (usual): in memory. */
  readonly stateDir?: string | null;
  /** 1 (usual): made for watching, 400 addresses a second; Infinity: at once. Jobs keep the speed they were uploaded at. */
  readonly speed?: number;
  readonly clock?: Clock;
  /** In place of the demo accounts. */
  readonly accounts?: readonly AccountOptions[];
  /** Every account gets a new key at this start, also those of an earlier one: a key of before opens nothing. */
  readonly renewKeys?: boolean;
  readonly limits?: Partial<Limits>;
  /** What it bears as a server. */
  readonly server?: Partial<ServerLimits>;
  readonly faults?: readonly FaultRule[];
  readonly log?: (line: string) => void;
}

export interface Sandbox {
  /** `http://127.0.0.1:port` */
  readonly baseUrl: string;
  readonly faults: Faults;
  /** The latest requests, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** The account with that label, as it is now. */
  account(label: string): SandboxAccount;
  accounts(): readonly SandboxAccount[];
  /** A new account, with the free credits unless `credits` says otherwise. */
  createAccount(options: AccountOptions): SandboxAccount;
  setAccountState(label: string, state: SandboxAccount["state"]): void;
  topUp(label: string, credits: number): void;
  /** Moves time forward. */
  advance(milliseconds: number): Promise<void>;
  /** Stops time at `time`, Unix milliseconds; from then on only `advance` and `setClock` move it. */
  setClock(time: number): Promise<void>;
  now(): number;
  /** Cancels a job, as the service may do for reasons of its own. */
  cancel(jobId: string): void;
  snapshot(): SandboxSnapshot;
  /** How often each address (folded) of the account was paid for, in jobs that are still there and in single checks. */
  charges(label: string): ReadonlyMap<string, number>;
  /** What was uploaded for the job, byte for byte; null when it is gone. */
  uploaded(jobId: string): Uint8Array | null;
  close(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1, within this process. */
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
    if (requests.length > REMEMBERED) requests.shift();
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
  settle(context);

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    faults,
    requests,
    account: (label) => known(accounts, label),
    accounts: () => accounts.all(),
    createAccount: addAccount,
    setAccountState: (label, state) => accounts.setState(known(accounts, label).label, state),
    topUp(label, credits) {
      // What got ready before the credits came is decided without them.
      settle(context);
      accounts.addCredits(known(accounts, label).label, credits);
    },
    async advance(milliseconds) {
      clock.advance(milliseconds);
      settle(context);
    },
    async setClock(time) {
      clock.set(time);
      settle(context);
    },
    now: () => context.clock.now(),
    cancel(jobId) {
      const job = jobs.find(jobId);
      if (job === null) throw new Error("There is no such job.");
      jobs.cancel(job, context.clock.now());
    },
    snapshot() {
      settle(context);
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

/** Who was answered before all was sent may go on for a while, to hear the answer, and is cut off then. */
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
