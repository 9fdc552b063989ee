import { randomBytes } from "node:crypto";

/** `restricted` and `review` may look but neither start nor download; a `revoked` key is an invalid key. */
export const ACCOUNT_STATES = ["active", "restricted", "review", "revoked"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export interface SandboxAccount {
  /** How tests and the command line name it. */
  readonly label: string;
  readonly key: string;
  readonly credits: number;
  readonly state: AccountState;
  /** Addresses of the machines that may use the key; null: all. */
  readonly allowlist: readonly string[] | null;
}

/** What a caller must say of an account of its own; the rest has defaults. */
export type AccountOptions = Partial<SandboxAccount> & { readonly label: string };

/**
 * The account that `options` describe: active, open to every machine, with a fresh key unless one is given.
 * `credits` are the free ones of a new account unless given.
 */
export function accountOf(options: AccountOptions, freeCredits: number): SandboxAccount {
  return {
    label: options.label,
    key: options.key ?? freshKey(options.label),
    credits: options.credits ?? freeCredits,
    state: options.state ?? "active",
    allowlist: options.allowlist ?? null,
  };
}

/** A key that nobody else knows. */
export function freshKey(label: string): string {
  return `sandbox-${label}-${randomBytes(16).toString("hex")}`;
}

/**
 * The accounts of a sandbox that is served by hand (`npm run sandbox`). Their keys are no secrets: every user of the
 * machine may try them, so the embedded one does not take them.
 */
export const DEMO_ACCOUNTS: readonly AccountOptions[] = [
  { label: "rich", key: "sandbox-rich-1f6c2b9d7e", credits: 1_000_000 },
  { label: "small", key: "sandbox-small-83a0d5c41b", credits: 100 },
  { label: "empty", key: "sandbox-empty-5b7e90f2a6", credits: 0 },
  { label: "restricted", key: "sandbox-restricted-c2498e6d03", credits: 10_000, state: "restricted" },
  { label: "review", key: "sandbox-review-0d9f31b85a", credits: 10_000, state: "review" },
  { label: "revoked", key: "sandbox-revoked-e6a17c402f", credits: 10_000, state: "revoked" },
  // 203.0.113.0/24 is reserved for documentation: no machine that asks is ever on it.
  { label: "elsewhere", key: "sandbox-elsewhere-74bd20e9c8", credits: 10_000, allowlist: ["203.0.113.7"] },
];

/** The account whose key is handed out when none is asked for. */
export const DEFAULT_ACCOUNT = "rich";
