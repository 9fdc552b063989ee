/** How often a list was read: whoever works with what was read can tell whether it is still that. */
export const listRevision = {
  version: 3,
  sql: "ALTER TABLE lists ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
};
