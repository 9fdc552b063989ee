import { z } from "zod";
import type { Effect } from "./types.ts";

/** Codes of a connection that was never made: nothing can have reached the service. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EAI_NODATA",
  "ENETUNREACH",
  "ENETDOWN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_UNSUPPORTED_PROTOCOL",
  "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
  "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "HOSTNAME_MISMATCH",
]);
/** Electron's network stack speaks in these. */
const NEVER_CONNECTED_TEXT =
  /net::ERR_(CONNECTION_REFUSED|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|CONNECTION_TIMED_OUT|PROXY_CONNECTION_FAILED|CERT_|SSL_)|^bad port$/;

const errorSchema = z.looseObject({
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});

export interface NetworkFailure {
  readonly effect: Extract<Effect, "no" | "unknown">;
  /** The file that was being sent was changed or removed underneath. */
  readonly sourceLost: boolean;
}

/**
 * What a rejection of fetch means. Only codes are looked at: the texts hold addresses, and addresses hold the key.
 * `effect` is `no` when no connection was made, else `unknown`.
 */
export function networkFailure(error: unknown): NetworkFailure {
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return { effect: "unknown", sourceLost: false };
  const { code, syscall, name, message, cause, errors } = parsed.data;
  if (name === "NotReadableError") return { effect: "unknown", sourceLost: true };
  const never =
    syscall === "connect" ||
    (code !== undefined && NEVER_CONNECTED.has(code)) ||
    (message !== undefined && NEVER_CONNECTED_TEXT.test(message)) ||
    (errors !== undefined && errors.length > 0 && errors.every((one) => networkFailure(one).effect === "no"));
  if (never) return { effect: "no", sourceLost: false };
  return cause === undefined || cause === null
    ? { effect: "unknown", sourceLost: false }
    : networkFailure(cause);
}
