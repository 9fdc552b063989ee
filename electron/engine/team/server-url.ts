import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { formatUrl, toServerUrl } from "../../../shared/connection-strings.ts";
import type { InvalidUrlReason } from "../../../shared/problems/team.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";

/** Connection settings of the team's server, without the password. */
export interface ServerSettings {
  /** Host name, IP address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** `false` only on loopback or a socket. */
  readonly tls: boolean;
  /** Certificates of the authorities to trust, as PEM; `null` for the system's. */
  readonly ca: string | null;
  /** Options for the server's session, as some hosting providers require. */
  readonly options: string | null;
}

const invalid = (why: InvalidUrlReason) => fail(problem("team_url_invalid", { why }));
const DEFAULT_PORT = 5432;

/** Returns the server's name for messages. */
export function serverName({ host, port, database }: ServerSettings): string {
  const isUsual = port === DEFAULT_PORT || host.startsWith("/");
  return `${host}${isUsual ? "" : `:${port}`}/${database}`;
}

/** Returns a URL of the settings, without a password and the CA. */
export function formatServerUrl({ host, port, database, user, tls, options }: ServerSettings): string {
  return formatUrl({
    host,
    dbname: database,
    user,
    ...(port === DEFAULT_PORT ? {} : { port: String(port) }),
    ...(tls && isLocal(host) ? { sslmode: "verify-full" } : {}),
    ...(options === null ? {} : { options }),
  });
}

/**
 * Parses a URL such as `postgres://user:password@host/database?sslrootcert=ca.pem`, or another form that
 * {@link toServerUrl} knows. The parameters are libpq's, but TLS is stricter: the certificate is always verified, except on loopback and sockets, where TLS is off unless the URL asks
 * for it. `ca` replaces the file of `sslrootcert`, which is read only if `mayReadFiles`. Problems: `team_url_invalid`,
 * `team_ca_invalid`, `team_insecure`.
 */
export function parseServerUrl(
  text: string,
  { ca: given, mayReadFiles = false }: { readonly ca?: string | null; readonly mayReadFiles?: boolean } = {},
): Result<{ readonly settings: ServerSettings; readonly password: string | null }> {
  // libpq allows a user without a host before `?host=`.
  const url = URL.parse(toServerUrl(text).replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=[/?])/, "$1localhost"));
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return invalid("not_a_url");
  const query = url.searchParams;
  const host = query.get("host") ?? decoded(url.hostname).replace(/^\[(.*)\]$/, "$1");
  const user = decoded(url.username) || query.get("user") || "";
  const database = decoded(url.pathname.slice(1)) || query.get("dbname") || "";
  const port = Number(url.port || query.get("port") || DEFAULT_PORT);
  if (host === "" || !Number.isInteger(port)) return invalid("host");
  if (user === "") return invalid("no_user");
  if (database === "") return invalid("no_database");
  const mode = query.get("sslmode");
  const ca = given === undefined ? readCa(query.get("sslrootcert"), mayReadFiles) : ok(given);
  if (!ca.ok) return ca;
  if (ca.value !== null && !isCertificate(ca.value)) return fail(problem("team_ca_invalid", {}));
  const settings: ServerSettings = {
    host,
    port,
    database,
    user,
    tls: isLocal(host) ? /^(require|verify-ca|verify-full)$/.test(mode ?? "") : true,
    ca: ca.value,
    options: query.get("options"),
  };
  if (!isLocal(host) && /^(disable|allow|prefer)$/.test(mode ?? ""))
    return fail(problem("team_insecure", { server: serverName(settings) }));
  return ok({ settings, password: url.password === "" ? null : decoded(url.password) });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns whether the host is loopback or a Unix socket. */
function isLocal(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\/.*)$/i.test(host);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== "";
  } catch {
    return false;
  }
}

function readCa(path: string | null, mayReadFiles: boolean): Result<string | null> {
  if (path === null || path === "system") return ok(null);
  if (!mayReadFiles) return fail(problem("team_ca_invalid", {}));
  try {
    return ok(readFileSync(path, "utf8"));
  } catch {
    return fail(problem("team_ca_invalid", {}));
  }
}
