import type { Variable } from "../../shared/problems/app.ts";
import { problem } from "../../shared/problems.ts";
import { fail, ok, type Result } from "../../shared/result.ts";
import type { SessionAccount } from "../engine/index.ts";
import { dataDirOf } from "./data-dir.ts";
import { isDnsServer } from "./dns-server.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Unset variables are absent. */
export interface Environment {
  readonly dataDir: string;
  /** The account from `WINNOW_BASE_URL` and `WINNOW_API_KEY`; `null` if they are unset. */
  readonly account: SessionAccount | null;
  /**
   * The service's upload limits (`WINNOW_LIMIT_ADDRESSES`, `WINNOW_LIMIT_BYTES`), and the maximum seconds until a start
   * shows in the status (`WINNOW_LIMIT_START`).
   */
  readonly limits: { readonly addresses?: number; readonly bytes?: number; readonly startSeconds?: number };
  /** URL of the team's server (`WINNOW_TEAM_URL`), for this run only; `null` if it is unset. */
  readonly teamUrl: string | null;
  /** Speed of time in the embedded sandbox (`WINNOW_SANDBOX_SPEED`); 1 is suitable for watching. */
  readonly sandboxSpeed?: number;
  /** The DNS server (`ip[:port]`) for domain look-ups (`WINNOW_RESOLVER`). */
  readonly resolver?: string;
}

/**
 * Blank variables count as unset. With `keyAlone`, a key without a base URL is allowed. Fails with
 * `environment_invalid` for an invalid value rather than using a default.
 */
export function readEnvironment(env: Env, { keyAlone = false } = {}): Result<Environment> {
  const account = accountOf(env, keyAlone);
  if (!account.ok) return account;
  const limits: { addresses?: number; bytes?: number; startSeconds?: number } = {};
  for (const [limit, name] of LIMITS) {
    const text = readVariable(env, name);
    if (text === null) continue;
    if (!/^[1-9]\d{0,11}$/.test(text)) return invalid(name, "whole_number", text.slice(0, 40));
    limits[limit] = Number(text);
  }
  const resolver = readVariable(env, "WINNOW_RESOLVER");
  if (resolver !== null && !isDnsServer(resolver))
    return invalid("WINNOW_RESOLVER", "dns_server", resolver.slice(0, 60));
  const read = {
    dataDir: dataDirOf(env),
    account: account.value,
    limits,
    teamUrl: readVariable(env, "WINNOW_TEAM_URL"),
    ...(resolver === null ? {} : { resolver }),
  };
  const speed = readVariable(env, "WINNOW_SANDBOX_SPEED");
  if (speed === null) return ok(read);
  if (!(Number(speed) > 0)) return invalid("WINNOW_SANDBOX_SPEED", "number", speed.slice(0, 40));
  return ok({ ...read, sandboxSpeed: Number(speed) });
}

const LIMITS = [
  ["addresses", "WINNOW_LIMIT_ADDRESSES"],
  ["bytes", "WINNOW_LIMIT_BYTES"],
  ["startSeconds", "WINNOW_LIMIT_START"],
] as const;

/**
 * Refuses a `NODE_DEBUG` that makes Node print requests including the key. Node reads it at startup, so it cannot be
 * unset. Only for hosts that send requests with Node.
 */
export function refuseNodeDebug(env: Env): Result<null> {
  const isTraced = /fetch|undici|websocket|\*/i.test(env.NODE_DEBUG ?? "");
  return isTraced ? invalid("NODE_DEBUG", "tells_requests") : ok(null);
}

function accountOf(env: Env, keyAlone: boolean): Result<SessionAccount | null> {
  const baseUrl = readVariable(env, "WINNOW_BASE_URL");
  const apiKey = readVariable(env, "WINNOW_API_KEY");
  if (baseUrl !== null && apiKey !== null) return ok({ baseUrl, apiKey });
  if (baseUrl !== null) {
    return invalid("WINNOW_BASE_URL", "without_key");
  }
  if (apiKey !== null && !keyAlone) {
    return invalid("WINNOW_API_KEY", "without_address");
  }
  return ok(null);
}

function readVariable(env: Env, name: string): string | null {
  const text = env[name]?.trim() ?? "";
  return text === "" ? null : text;
}

function invalid(name: string, why: Variable, given?: string): Result<never> {
  return fail(problem("environment_invalid", { name, why, given }));
}
