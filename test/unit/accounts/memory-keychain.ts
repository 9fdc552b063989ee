import type { Keychain, KeychainState } from "../../../electron/engine/accounts/index.ts";

/** In-memory keychain whose state a test can set. */
export interface MemoryKeychain extends Keychain {
  readonly keys: Map<string, string>;
  state: KeychainState;
  before: (operation: "read" | "save" | "remove", accountId: string) => void;
}

export function createMemoryKeychain(): MemoryKeychain {
  const keys = new Map<string, string>();
  const failed = (state: KeychainState) => ({ kind: "failed" as const, state, why: "error" as const });
  const keychain: MemoryKeychain = {
    keys,
    state: "available",
    before: () => {},
    probe: async () => ({ state: keychain.state, why: null }),
    async read(id) {
      keychain.before("read", id);
      if (keychain.state !== "available") return failed(keychain.state);
      const key = keys.get(id);
      return key === undefined ? { kind: "absent" } : { kind: "key", key };
    },
    async save(id, key) {
      keychain.before("save", id);
      if (keychain.state !== "available") return failed(keychain.state);
      keys.set(id, key);
      return { kind: "saved" };
    },
    async remove(id) {
      keychain.before("remove", id);
      if (keychain.state !== "available") return failed(keychain.state);
      keys.delete(id);
      return { kind: "removed" };
    },
  };
  return keychain;
}
