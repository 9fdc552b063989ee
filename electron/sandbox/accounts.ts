import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SandboxDatabase } from "./database.ts";

/** `restricted` and `review` may read but neither start nor download. A `revoked` key is invalid. */
const ACCOUNT_STATES = ["active", "restricted", "review", "revoked"] as const;

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

function freshKey(label: string): string {
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

const accountRow = z.object({
  label: z.string(),
  key: z.string(),
  credits: z.int(),
  state: z.enum(ACCOUNT_STATES),
  /** IP addresses that may use the key; `null` for all. */
  allowlist: z
    .string()
    .nullable()
    .transform((text): readonly string[] | null =>
      text === null ? null : z.array(z.string()).parse(JSON.parse(text)),
    ),
});
export type SandboxAccount = Readonly<z.output<typeof accountRow>>;

export type AccountOptions = Partial<SandboxAccount> & { readonly label: string };

export type AccountStore = ReturnType<typeof openAccountStore>;

export function openAccountStore(database: SandboxDatabase) {
  const insert = database.prepare(
    `INSERT INTO accounts (label, key, credits, state, allowlist) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (label) DO NOTHING`,
  );
  const selectAll = database.prepare("SELECT * FROM accounts ORDER BY rowid");
  const selectByKey = database.prepare("SELECT * FROM accounts WHERE key = ?");
  const selectByLabel = database.prepare("SELECT * FROM accounts WHERE label = ?");
  const updateKey = database.prepare("UPDATE accounts SET key = ? WHERE label = ?");
  const updateState = database.prepare("UPDATE accounts SET state = ? WHERE label = ?");
  const updateCredits = database.prepare("UPDATE accounts SET credits = credits + ? WHERE label = ?");
  const checked = new Map<string, string[]>();
  const one = (row: unknown) => (row === undefined ? null : accountRow.parse(row));
  return {
    /** Adds the account. A no-op if its label exists. */
    add: (a: SandboxAccount) => {
      const allowlist = a.allowlist === null ? null : JSON.stringify(a.allowlist);
      insert.run(a.label, a.key, a.credits, a.state, allowlist);
    },
    all: () => z.array(accountRow).parse(selectAll.all()),
    renewKeys() {
      for (const { label } of z.array(accountRow).parse(selectAll.all()))
        updateKey.run(freshKey(label), label);
    },
    byKey: (key: string) => one(selectByKey.get(key)),
    byLabel: (label: string) => one(selectByLabel.get(label)),
    setState: (label: string, state: SandboxAccount["state"]) => {
      updateState.run(state, label);
    },
    /** `credits` may be negative. Throws if the balance would become negative. */
    addCredits: (label: string, credits: number) => {
      updateCredits.run(credits, label);
    },
    /** Records a single check in memory only: checked addresses are never stored. */
    recordCheck: (label: string, address: string) => {
      const own = checked.get(label) ?? [];
      checked.set(label, own);
      own.push(address);
    },
    /** Returns the addresses checked in this run, in order, once per charge. */
    checked: (label: string) => [...(checked.get(label) ?? [])],
  };
}
