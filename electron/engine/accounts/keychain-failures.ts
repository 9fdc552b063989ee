import type { KeychainReason } from "../../../shared/problems/keychain.ts";
import type { KeychainState } from "./types.ts";

/** Why keytar cannot be loaded. */
export const LIBRARY_MISSING: KeychainReason =
  process.platform === "linux" ? "libsecret_missing" : "library_missing";

const LOCKED = /locked/i;
const REFUSED = /access ?denied|not authorized|user canceled|dismissed|not permitted|permission/i;
const NO_ANSWER = /timeout was reached|did not receive a reply/i;
const NO_KEYRING = /object does not exist at path|no such secret collection/i;
const NO_SERVICE =
  /d-?bus|autolaunch|org\.freedesktop\.secrets|could not connect|no such file|connection (is closed|refused)|cannot spawn|not provided by any/i;

/** What a rejection of keytar means. Its text is only looked at, never shown. */
export function inspectKeychainFailure(error: unknown): { state: KeychainState; why: KeychainReason } {
  const text = error instanceof Error ? error.message : String(error);
  if (LOCKED.test(text)) return { state: "locked", why: "locked" };
  if (NO_KEYRING.test(text)) {
    return { state: "no_service", why: "no_keyring" };
  }
  if (REFUSED.test(text)) return { state: "refused", why: "refused" };
  if (NO_ANSWER.test(text)) return { state: "no_answer", why: "no_answer" };
  if (NO_SERVICE.test(text)) {
    return { state: "no_service", why: "no_service" };
  }
  return { state: "refused", why: "error" };
}
