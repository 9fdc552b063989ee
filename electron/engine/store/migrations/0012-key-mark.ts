/** By what the key of a removed account is recognised when it is entered again; null: nothing needs it. */
export const keyMark = {
  version: 12,
  sql: "ALTER TABLE accounts ADD COLUMN removed_key_mark TEXT;",
};
