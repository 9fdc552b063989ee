import type { KeychainState } from "./types.ts";

/** What to say where keytar cannot be loaded. */
export const LIBRARY_MISSING =
  process.platform === "linux"
    ? "The library libsecret is not installed (on Debian and Ubuntu: the package libsecret-1-0)."
    : "The part of Winnow that speaks to the system's keychain could not be loaded.";

const LOCKED = /locked/i;
const REFUSED = /access ?denied|not authorized|user canceled|dismissed|not permitted|permission/i;
const NO_ANSWER = /timeout was reached|did not receive a reply/i;
const NO_KEYRING = /object does not exist at path|no such secret collection/i;
const NO_SERVICE =
  /d-?bus|autolaunch|org\.freedesktop\.secrets|could not connect|no such file|connection (is closed|refused)|cannot spawn|not provided by any/i;

/** What a rejection of keytar means. Its text is only looked at, never shown. */
export function inspectKeychainFailure(error: unknown): { state: KeychainState; detail: string } {
  const text = error instanceof Error ? error.message : String(error);
  if (LOCKED.test(text)) return { state: "locked", detail: "The keychain is locked." };
  if (NO_KEYRING.test(text)) {
    return {
      state: "no_service",
      detail: "The keychain has no keyring yet, and none could be made in this session.",
    };
  }
  if (REFUSED.test(text)) return { state: "refused", detail: "The keychain did not let Winnow in." };
  if (NO_ANSWER.test(text)) return { state: "no_answer", detail: "The keychain did not answer." };
  if (NO_SERVICE.test(text)) {
    return {
      state: "no_service",
      detail: "No keychain service (Secret Service) is running in this session.",
    };
  }
  return { state: "refused", detail: "The keychain answered with an error." };
}
