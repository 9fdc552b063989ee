import type { BoundKey } from "./key-entry.ts";

/**
 * Keys that no keychain has taken, by account: in memory for as long as the engine runs, whatever data it has open.
 * A restore changes the accounts, and must not lose what is nowhere else.
 */
export type RunKeys = Map<string, BoundKey>;

/** None yet. */
export function createRunKeys(): RunKeys {
  return new Map();
}
