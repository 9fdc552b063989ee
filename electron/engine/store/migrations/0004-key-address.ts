/**
 * The address that an account had when this came: keys saved before that are bound to it (accounts/key-entry.ts). It is
 * written here and never again.
 */
export const keyAddress = {
  version: 4,
  sql: `
    ALTER TABLE accounts ADD COLUMN base_url_at_upgrade TEXT;
    UPDATE accounts SET base_url_at_upgrade = base_url WHERE kind = 'service';
  `,
};
