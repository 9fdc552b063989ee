import { Socket } from "node:net";
import { Client, DatabaseError } from "pg";
import { codeOf, messageOf } from "../../../shared/errors.ts";
import type {
  BadCertificateReason,
  LoginRefusedReason,
  NotReachedReason,
} from "../../../shared/problems/team.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import { type ServerSettings, serverName } from "./server-url.ts";

/** Access to the team's server. */
export interface TeamAccess {
  readonly settings: ServerSettings;
  readonly password: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Time in ms without data in either direction after which the connection counts as lost, and the keep-alive delay. */
const SILENCE_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
/** Oldest supported major version of PostgreSQL. */
const MIN_VERSION = 14;

/**
 * Connects to the team's server, runs `work` and disconnects. When `signal` aborts, the connection is closed, which
 * rolls back an open transaction. Problems: `cancelled`, and all of `team_*` that a connection or a query can cause.
 */
export async function withServer<T>(
  { settings, password }: TeamAccess,
  signal: AbortSignal,
  work: (client: Client) => Promise<Result<T>>,
  { silenceMs = SILENCE_MS } = {},
): Promise<Result<T>> {
  if (signal.aborted) return fail(problem("cancelled"));
  const { host, port, database, user, tls, ca, options } = settings;
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    // `host` is what the certificate is compared with, also if it is an IP address.
    ssl: tls && { host, ca: ca ?? undefined, rejectUnauthorized: true },
    options: options ?? undefined,
    application_name: "Winnow",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // After a change of network, a connection may be lost without an error.
    stream: () => {
      const socket = new Socket();
      const lost = Object.assign(new Error("the server is silent"), { code: "ETIMEDOUT" });
      return socket.setTimeout(silenceMs, () => socket.destroy(lost)).setKeepAlive(true, KEEP_ALIVE_MS);
    },
  });
  // The failure of a lost connection reaches the pending query.
  client.on("error", () => {});
  const close = () => void client.end().catch(() => {});
  signal.addEventListener("abort", close, { once: true });
  try {
    await client.connect();
    const outdated = await versionProblem(client, settings);
    return outdated === null ? await work(client) : fail(outdated);
  } catch (error) {
    if (signal.aborted) return fail(problem("cancelled"));
    const met = serverProblem(error, settings);
    if (met === null) throw error;
    return fail(met);
  } finally {
    signal.removeEventListener("abort", close);
    await client.end().catch(() => {});
  }
}

/** Runs `work` in a transaction. Rolls back if it returns a problem or throws. */
export async function inTransaction<T>(client: Client, work: () => Promise<Result<T>>): Promise<Result<T>> {
  await client.query("BEGIN");
  let result: Result<T>;
  try {
    result = await work();
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  await client.query(result.ok ? "COMMIT" : "ROLLBACK");
  return result;
}

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

/** SQLSTATEs that mean that the server is away, starting, or has no free connection. */
const AWAY = /^(08|57P0[1235]|25P03|53300)/;

/** Returns the problem behind an error of a connection or query; `null` for a bug. */
function serverProblem(error: unknown, settings: ServerSettings): Problem | null {
  const server = serverName(settings);
  if (error instanceof DatabaseError) return sqlProblem(error.code ?? "", settings);
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
  const { user } = settings;
  const refused = LOGIN[code];
  if (refused !== undefined) return problem("team_login", { server, why: refused });
  if (code === "3D000" || code === "3F000" || code === "42P01") return problem("team_missing", { server });
  if (code === "42501") return problem("team_not_member", { server, user });
  if (code === "53100") return problem("team_disk_full", { server });
  if (AWAY.test(code)) return problem("team_unreachable", { server, why: "silent" });
  return problem("team_failed", { server, code });
}
