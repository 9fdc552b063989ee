import { z } from "zod";
import { ACCOUNT_STATES, freshKey, type SandboxAccount } from "./accounts.ts";
import type { SandboxDatabase } from "./database.ts";

const accountRow = z
  .object({
    label: z.string(),
    key: z.string(),
    credits: z.int(),
    state: z.enum(ACCOUNT_STATES),
    allowlist: z.string().nullable(),
  })
  .transform(
    (row): SandboxAccount => ({
      label: row.label,
      key: row.key,
      credits: row.credits,
      state: row.state,
      allowlist: row.allowlist === null ? null : z.array(z.string()).parse(JSON.parse(row.allowlist)),
    }),
  );

export interface AccountStore {
  /** Adds the account. A no-op if its label exists. */
  add(account: SandboxAccount): void;
  all(): SandboxAccount[];
  renewKeys(): void;
  byKey(key: string): SandboxAccount | null;
  byLabel(label: string): SandboxAccount | null;
  setState(label: string, state: SandboxAccount["state"]): void;
  /** `credits` may be negative. Throws if the balance would become negative. */
  addCredits(label: string, credits: number): void;
  /** Records a single check in memory only: checked addresses are never stored. */
  recordCheck(label: string, address: string): void;
  /** Returns the addresses checked in this run, in order, once per charge. */
  checked(label: string): string[];
}

export function openAccountStore(database: SandboxDatabase): AccountStore {
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
    add: (a) => {
      const allowlist = a.allowlist === null ? null : JSON.stringify(a.allowlist);
      insert.run(a.label, a.key, a.credits, a.state, allowlist);
    },
    all: () => z.array(accountRow).parse(selectAll.all()),
    renewKeys() {
      for (const { label } of z.array(accountRow).parse(selectAll.all()))
        updateKey.run(freshKey(label), label);
    },
    byKey: (key) => one(selectByKey.get(key)),
    byLabel: (label) => one(selectByLabel.get(label)),
    setState: (label, state) => {
      updateState.run(state, label);
    },
    addCredits: (label, credits) => {
      updateCredits.run(credits, label);
    },
    recordCheck: (label, address) => {
      const own = checked.get(label) ?? [];
      checked.set(label, own);
      own.push(address);
    },
    checked: (label) => [...(checked.get(label) ?? [])],
  };
}
