import { z } from "zod";
import { REPEATED } from "./one-request.ts";

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
]);
/** Codes of a connection that could not be made safe: nothing was said over it. */
const NOT_SAFE = new Set([
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
  /net::ERR_(CONNECTION_REFUSED|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|CONNECTION_TIMED_OUT|PROXY_CONNECTION_FAILED)|^bad port$/;
const NOT_SAFE_TEXT = /net::ERR_(CERT_|SSL_)/;

const errorSchema = z.looseObject({
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * `refused`: no connection was made, so nothing can have reached the service. `not_safe`: one was made, and given
 * up before anything was said over it. `source`: the file that was being sent changed underneath. `repeated`: it was
 * answered with a 421, and kept from being sent again. `lost`: anything else.
 */
export type NetworkFailure = "refused" | "not_safe" | "source" | "repeated" | "lost";

/**
 * What a rejection of fetch means. Only codes and known words are looked at, and nothing of it is shown: the texts
 * hold addresses, and addresses hold the key.
 */
export function networkFailure(error: unknown): NetworkFailure {
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return "lost";
  const { code = "", syscall, name, message = "", cause, errors = [] } = parsed.data;
  if (name === "NotReadableError") return "source";
  if (code === REPEATED) return "repeated";
  if (NOT_SAFE.has(code) || NOT_SAFE_TEXT.test(message)) return "not_safe";
  if (syscall === "connect" || NEVER_CONNECTED.has(code) || NEVER_CONNECTED_TEXT.test(message))
    return "refused";
  // Tried over both families of addresses, and failed over both.
  if (errors.length > 0 && errors.every((one) => networkFailure(one) === "refused")) return "refused";
  return cause === undefined || cause === null ? "lost" : networkFailure(cause);
}
