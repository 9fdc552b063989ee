import { z } from "zod";
import { messageOf } from "../../../shared/errors.ts";
import type { KeychainReason } from "../../../shared/problems/accounts.ts";
import type { Clock } from "../clock.ts";
import type { Keychain, KeychainState } from "./types.ts";

/** Service name of Winnow's entries in the system keychain. */
const KEYCHAIN_SERVICE = "Winnow";
/** Non-secret entry written and deleted to detect a locked keychain. */
const PROBE = { account: "Winnow is looking whether the keychain is open", value: "open" } as const;

type Keytar = Pick<typeof import("keytar"), "getPassword" | "setPassword" | "deletePassword">;
type Failed = { kind: "failed"; state: KeychainState; why: KeychainReason };

/**
 * Creates the system keychain through keytar, loaded on first use. A locked keychain on Linux reports every key as
 * missing, so a probe entry is written to detect it. `load` is for tests.
 */
export function createKeychain(load: () => Promise<unknown> = () => import("keytar")): Keychain {
  let loading: Promise<Keytar | null> | undefined;
  /** `true` if the last access succeeded, so that no probe is needed. */
  let open = false;

  async function attempt<T>(
    act: (keytar: Keytar) => Promise<T>,
  ): Promise<{ kind: "done"; value: T } | Failed> {
    loading ??= loadKeytar(load);
    const keytar = await loading;
    if (keytar === null) return { kind: "failed", state: "library_missing", why: LIBRARY_MISSING };
    try {
      return { kind: "done", value: await act(keytar) };
    } catch (error) {
      open = false;
      return { kind: "failed", ...inspectKeychainFailure(error) };
    }
  }

  /** Returns `null` if the keychain is writable. May prompt the user to unlock it. */
  async function closedBecause(): Promise<Failed | null> {
    const written = await attempt(async (keytar) => {
      await keytar.setPassword(KEYCHAIN_SERVICE, PROBE.account, PROBE.value);
      await keytar.deletePassword(KEYCHAIN_SERVICE, PROBE.account);
      open = true;
    });
    return written.kind === "failed" ? written : null;
  }

  return {
    async probe() {
      const read = await attempt((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, PROBE.account));
      const closed = read.kind === "failed" ? read : open ? null : await closedBecause();
      return closed === null ? { state: "available", why: null } : { state: closed.state, why: closed.why };
    },
    async read(accountId) {
      const read = await attempt((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, accountId));
      if (read.kind === "failed") return read;
      if (read.value !== null) return { kind: "key", key: read.value };
      return (await closedBecause()) ?? { kind: "absent" };
    },
    async save(accountId, key) {
      const saved = await attempt((keytar) => keytar.setPassword(KEYCHAIN_SERVICE, accountId, key));
      if (saved.kind === "failed") return saved;
      open = true;
      return { kind: "saved" };
    },
    async remove(accountId) {
      const removed = await attempt((keytar) => keytar.deletePassword(KEYCHAIN_SERVICE, accountId));
      if (removed.kind === "failed") return removed;
      if (removed.value) return { kind: "removed" };
      return (await closedBecause()) ?? { kind: "removed" };
    },
  };
}

const isFunction = (value: unknown) => typeof value === "function";
const keytarSchema = z.object({
  getPassword: z.custom<Keytar["getPassword"]>(isFunction),
  setPassword: z.custom<Keytar["setPassword"]>(isFunction),
  deletePassword: z.custom<Keytar["deletePassword"]>(isFunction),
});
const moduleSchema = z.union([z.object({ default: keytarSchema }).transform((m) => m.default), keytarSchema]);

async function loadKeytar(load: () => Promise<unknown>): Promise<Keytar | null> {
  try {
    return moduleSchema.parse(await load());
  } catch {
    // keytar's loader hides the cause: libsecret on Linux, otherwise an incomplete installation.
    return null;
  }
}

const LIBRARY_MISSING: KeychainReason =
  process.platform === "linux" ? "libsecret_missing" : "library_missing";

const LOCKED = /locked/i;
const REFUSED = /access ?denied|not authorized|user canceled|dismissed|not permitted|permission/i;
const NO_ANSWER = /timeout was reached|did not receive a reply/i;
const NO_KEYRING = /object does not exist at path|no such secret collection/i;
const NO_SERVICE =
  /d-?bus|autolaunch|org\.freedesktop\.secrets|could not connect|no such file|connection (is closed|refused)|cannot spawn|not provided by any/i;

/** Classifies a rejection of keytar. Its text is never shown. */
function inspectKeychainFailure(error: unknown): { state: KeychainState; why: KeychainReason } {
  const text = messageOf(error);
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

/** Delay until a wait for the keychain is reported, in ms, and interval of further reports. */
const SILENCE = 1_500;
const REMINDER_INTERVAL_MS = 5_000;
/** Time without requests after a keychain timeout, in ms, so that a batch waits only once. */
const QUIET_PERIOD_MS = 30_000;

export interface WatchedKeychainOptions {
  readonly clock: Clock;
  /** Called periodically while the keychain is waited for, and with `false` when it is over. */
  readonly tell: (waiting: boolean) => void;
}

/**
 * Serializes access to `keychain`, which may prompt the user without a time limit, and reports waits. After a timeout,
 * requests fail for `QUIET_PERIOD_MS`.
 */
export function watchKeychain(
  keychain: Keychain,
  { clock, tell: onWaiting }: WatchedKeychainOptions,
): Keychain {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let isTold = false;
  let forget = () => {};
  let silent: number | null = null;

  function wait(): void {
    if (pending++ === 0) forget = clock.after(SILENCE, say);
  }

  function say(): void {
    isTold = true;
    onWaiting(true);
    forget = clock.after(REMINDER_INTERVAL_MS, say);
  }

  function done(): void {
    if (--pending > 0) return;
    forget();
    if (isTold) onWaiting(false);
    isTold = false;
  }

  function ask<T extends object>(question: () => Promise<T>): Promise<T | Failed> {
    const answer = async (): Promise<T | Failed> => {
      if (silent !== null && clock.monotonic() - silent < QUIET_PERIOD_MS)
        return { kind: "failed", state: "no_answer", why: "no_answer" };
      const reply = await question();
      silent = isSilence(reply) ? clock.monotonic() : null;
      return reply;
    };
    wait();
    const turn = last.then(answer).finally(done);
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    async probe() {
      const { state, why } = await ask(() => keychain.probe());
      return { state, why };
    },
    read: (accountId) => ask(() => keychain.read(accountId)),
    save: (accountId, key) => ask(() => keychain.save(accountId, key)),
    remove: (accountId) => ask(() => keychain.remove(accountId)),
  };
}

function isSilence(said: object): boolean {
  return "state" in said && said.state === "no_answer";
}
