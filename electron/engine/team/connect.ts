import { Socket } from "node:net";
import { Client, DatabaseError } from "pg";
import { z } from "zod";
import { codeOf, messageOf } from "../../../shared/errors.ts";
import type {
  BadCertificateReason,
  LoginRefusedReason,
  NotReachedReason,
} from "../../../shared/problems/team.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import { trustedAuthorities } from "../trusted-authorities.ts";
import { type ServerSettings, serverName } from "./server-url.ts";

/** Access to the team's server. */
export interface TeamAccess {
  readonly settings: ServerSettings;
  readonly password: string;
}

/**
 * A connection to the server. Everything runs in transactions that set their own limits and search path: a pooled
 * connection keeps no settings between transactions, and every login may be allowed to create operators and functions
 * in `public` that match better than those of PostgreSQL.
 */
export interface TeamServer {
  /** Runs `work` in a transaction. Rolls back if it returns a problem or throws. */
  transaction<T>(work: (client: Client) => Promise<Result<T>>): Promise<Result<T>>;
  /** Overwrites deleted rows in time. */
  vacuum(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Time in ms without data in either direction after which the connection counts as lost, and the keep-alive delay. */
const SILENCE_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
/** Time in ms after which a transaction is given up, even if the server keeps sending. */
const TRANSACTION_MS = 15 * 60_000;
const BEGIN = `BEGIN;
  SET LOCAL search_path = pg_catalog, pg_temp;
  SET LOCAL lock_timeout = '30s';
  SET LOCAL idle_in_transaction_session_timeout = '60s';
  SET LOCAL statement_timeout = ${TRANSACTION_MS}`;
/** Oldest supported major version of PostgreSQL. */
const MIN_VERSION = 14;

/**
 * Connects to the team's server, runs `work` and disconnects. Problems: all of `team_*` that a connection, a query or an
 * answer can cause.
 */
export async function withServer<T>(
  { settings, password }: TeamAccess,
  work: (server: TeamServer) => Promise<Result<T>>,
  { silenceMs = SILENCE_MS, transactionMs = TRANSACTION_MS } = {},
): Promise<Result<T>> {
  const { host, port, database, user, tls, ca, options } = settings;
  const socket = new Socket();
  const lost = Object.assign(new Error("the server is silent"), { code: "ETIMEDOUT" });
  // After a change of network, a connection may be lost without an error.
  socket.setTimeout(silenceMs, () => socket.destroy(lost)).setKeepAlive(true, KEEP_ALIVE_MS);
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    // `host` is what the certificate is compared with, also if it is an IP address.
    ssl: tls && { host, ca: ca ?? trustedAuthorities(), rejectUnauthorized: true },
    options: options ?? undefined,
    application_name: "Winnow",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => socket,
  });
  // The failure of a lost connection reaches the pending query.
  client.on("error", () => {});
  const limited = async <R>(act: () => Promise<R>): Promise<R> => {
    const timer = setTimeout(() => socket.destroy(lost), transactionMs);
    return act().finally(() => clearTimeout(timer));
  };
  try {
    await client.connect();
    const outdated = await limited(() => versionProblem(client, settings));
    if (outdated !== null) return fail(outdated);
    return await work({
      transaction: (within) => limited(() => inTransaction(client, within)),
      vacuum: () => limited(async () => void (await client.query("VACUUM winnow.facts, winnow.claimed"))),
    });
  } catch (error) {
    const met = serverProblem(error, settings);
    if (met === null) throw error;
    return fail(met);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connects to the team's server and runs `work` in one transaction. Problems: as {@link withServer}. */
export function atServer<T>(
  access: TeamAccess,
  work: (client: Client) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withServer(access, (server) => server.transaction(work));
}

async function inTransaction<T>(
  client: Client,
  work: (client: Client) => Promise<Result<T>>,
): Promise<Result<T>> {
  await client.query(BEGIN);
  let result: Result<T>;
  try {
    result = await work(client);
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  await client.query(result.ok ? "COMMIT" : "ROLLBACK");
  return result;
}

/** Returns SQL for the Unix ms of a timestamp, with types for which `pg_catalog` has exact operators. */
export function unixMs(timestamp: string): string {
  return `pg_catalog.date_part('epoch', ${timestamp}) * 1000::float8`;
}

/** Thrown if the server returns rows of another form. */
class MalformedAnswer extends Error {}

/** Parses the rows of an answer. */
export function parseRows<T>(row: z.ZodType<T>, { rows }: { readonly rows: readonly unknown[] }): T[] {
  const parsed = z.array(row).safeParse(rows);
  if (!parsed.success) throw new MalformedAnswer(parsed.error.message);
  return parsed.data;
}

/** Parses an answer of one row. */
export function parseRow<T>(row: z.ZodType<T>, answer: { readonly rows: readonly unknown[] }): T {
  const [first] = parseRows(row, answer);
  if (first === undefined) throw new MalformedAnswer("the answer is empty");
  return first;
}

/** An integer of 64 bits, as text. Larger ones than a number holds exactly are refused. */
export const bigintSchema = z.coerce.number().pipe(z.int());

async function versionProblem(client: Client, settings: ServerSettings): Promise<Problem | null> {
  const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num");
  const version = Math.floor(Number(rows[0]?.server_version_num ?? 0) / 10_000);
  return version >= MIN_VERSION
    ? null
    : problem("team_version_unsupported", { server: serverName(settings), version });
}

const CERTIFICATE: Readonly<Record<string, BadCertificateReason>> = {
  SELF_SIGNED_CERT_IN_CHAIN: "unknown_authority",
  DEPTH_ZERO_SELF_SIGNED_CERT: "unknown_authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unknown_authority",
  UNABLE_TO_GET_ISSUER_CERT: "unknown_authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unknown_authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "other_host",
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "invalid",
  CERT_SIGNATURE_FAILURE: "invalid",
};

const LOGIN: Readonly<Record<string, LoginRefusedReason>> = { "28P01": "password", "28000": "not_allowed" };

/** SQLSTATEs that mean that the server is away or starting. */
const AWAY = /^(08|57P0[1235]|25P03)/;
/** SQLSTATEs that mean that another transaction did not end in time, or that there is no free connection. */
const BUSY = /^(55P03|57014|40P01|53300)$/;

/** Returns the problem behind an error of a connection or query; `null` for a bug. */
function serverProblem(error: unknown, settings: ServerSettings): Problem | null {
  const server = serverName(settings);
  if (error instanceof DatabaseError) return sqlProblem(error.code ?? "", settings);
  if (error instanceof MalformedAnswer) return problem("team_malformed", { server });
  const why = CERTIFICATE[codeOf(error)];
  if (why !== undefined) return problem("team_certificate", { server, why });
  const text = messageOf(error);
  if (/does not support SSL/.test(text)) return problem("team_insecure", { server });
  const isNetwork = /^E[A-Z]+$|^ERR_(SSL|TLS|SOCKET)/.test(codeOf(error));
  if (
    isNetwork ||
    /^Connection terminated|timeout expired|^timeout|not queryable|establishing an SSL connection/i.test(text)
  )
    return problem("team_unreachable", { server, why: notReachedReason(codeOf(error)) });
  if (/password must be a (non-empty )?string/.test(text))
    return problem("team_login", { server, why: "no_password" });
  return null;
}

function notReachedReason(code: string): NotReachedReason {
  if (code === "ENOTFOUND") return "unknown_name";
  return code === "ECONNREFUSED" ? "refused" : "silent";
}

function sqlProblem(code: string, settings: ServerSettings): Problem {
  const server = serverName(settings);
  const { user, database } = settings;
  const refused = LOGIN[code];
  if (refused !== undefined) return problem("team_login", { server, why: refused });
  if (code === "3D000") return problem("team_database_missing", { server, database });
  if (code === "3F000" || code === "42P01") return problem("team_missing", { server });
  if (code === "42501") return problem("team_not_member", { server, user });
  if (code === "53100") return problem("team_disk_full", { server });
  if (code === "54000") return problem("team_limit", { server });
  if (BUSY.test(code)) return problem("team_busy", { server });
  if (AWAY.test(code)) return problem("team_unreachable", { server, why: "silent" });
  return problem("team_failed", { server, code });
}
