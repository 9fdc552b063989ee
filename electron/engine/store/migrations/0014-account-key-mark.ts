/**
 * By what the key that an account has now is recognised: accounts with one key have one balance, and a key of the
 * environment finds the account that it spoke for last. Null: the account's key was not used since.
 */
export const accountKeyMark = {
  version: 14,
  sql: `
    ALTER TABLE accounts ADD COLUMN key_mark TEXT;
    UPDATE accounts SET key_mark = substr(id, 9) WHERE kind = 'session' AND id LIKE 'session-%';
  `,
};
