import { randomBytes } from "node:crypto";

/** `restricted` and `review` may read but neither start nor download. A `revoked` key is invalid. */
export const ACCOUNT_STATES = ["active", "restricted", "review", "revoked"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

export interface SandboxAccount {
  readonly label: string;
  readonly key: string;
  readonly credits: number;
  readonly state: AccountState;
  /** IP addresses that may use the key; `null` for all. */
  readonly allowlist: readonly string[] | null;
}

export type AccountOptions = Partial<SandboxAccount> & { readonly label: string };

/** Creates an account with defaults: active, no allowlist, a new key, and `freeCredits` credits. */
export function accountOf(options: AccountOptions, freeCredits: number): SandboxAccount {
  return {
    label: options.label,
    key: options.key ?? freshKey(options.label),
    credits: options.credits ?? freeCredits,
    state: options.state ?? "active",
    allowlist: options.allowlist ?? null,
  };
}

export function freshKey(label: string): string {
  return `sandbox-${label}-${randomBytes(16).toString("hex")}`;
}

/** Accounts of `npm run sandbox`. Their keys are public, so the embedded sandbox does not use them. */
export const DEMO_ACCOUNTS: readonly AccountOptions[] = [
  { label: "rich", key: "sandbox-rich-1f6c2b9d7e", credits: 1_000_000 },
  { label: "small", key: "sandbox-small-83a0d5c41b", credits: 100 },
  { label: "empty", key: "sandbox-empty-5b7e90f2a6", credits: 0 },
  { label: "restricted", key: "sandbox-restricted-c2498e6d03", credits: 10_000, state: "restricted" },
  { label: "review", key: "sandbox-review-0d9f31b85a", credits: 10_000, state: "review" },
  { label: "revoked", key: "sandbox-revoked-e6a17c402f", credits: 10_000, state: "revoked" },
  // 203.0.113.0/24 is reserved for documentation, so no client has this address.
  { label: "elsewhere", key: "sandbox-elsewhere-74bd20e9c8", credits: 10_000, allowlist: ["203.0.113.7"] },
];

export const DEFAULT_ACCOUNT = "rich";
