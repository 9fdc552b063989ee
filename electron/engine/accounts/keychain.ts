import { z } from "zod";
import type { KeychainReason } from "../../../shared/problems/keychain.ts";
import { inspectKeychainFailure, LIBRARY_MISSING } from "./keychain-failures.ts";
import type { Keychain, KeychainState } from "./types.ts";

/** The name under which the system's keychain lists Winnow's keys. */
const KEYCHAIN_SERVICE = "Winnow";
/** Written and removed again to learn whether the keychain is locked. Not a secret. */
const PROBE = { account: "Winnow is looking whether the keychain is open", value: "open" } as const;

type Keytar = Pick<typeof import("keytar"), "getPassword" | "setPassword" | "deletePassword">;
type Failed = { kind: "failed"; state: KeychainState; why: KeychainReason };

/**
 * The keychain of the system through keytar, which is loaded when it is first needed. A locked keychain on Linux
 * answers 'no such key' for every key, to readers as to removers: where that is the answer, a probe is written
 * to tell the two apart. `load` is for tests.
 */
export function createKeychain(load: () => Promise<unknown> = () => import("keytar")): Keychain {
  let loading: Promise<Keytar | null> | undefined;
  /** It was open the last time that anything was asked of it: no need to write to it again to know. */
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

  /** Null when the keychain can be written to. Where somebody can be asked to unlock it, this asks. */
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
    // keytar's own loader hides why: on Linux it is libsecret, elsewhere an installation that is not whole.
    return null;
  }
}
