/** Rows that could not be read any more are kept here as they were when something takes their place. */
export const setAside = {
  version: 2,
  sql: `
    CREATE TABLE set_aside (
      id INTEGER PRIMARY KEY,
      cleaning_id TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      record TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;
  `,
};
