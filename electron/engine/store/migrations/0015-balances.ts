/** What the balances that are read of an account are compared with, see accounts/balances.ts. */
export const balances = {
  version: 15,
  sql: `
    CREATE TABLE balances (
      account_id TEXT PRIMARY KEY,
      spent INTEGER NOT NULL DEFAULT 0,
      late TEXT NOT NULL DEFAULT '[]',
      falls TEXT NOT NULL DEFAULT '[]'
    ) STRICT;
  `,
};
