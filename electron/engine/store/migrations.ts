/** Initial schema. Times are in Unix ms. */
const initial = {
  version: 1,
  sql: `
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

    CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      label TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('service', 'sandbox', 'session')),
      base_url TEXT NOT NULL,
      key_hint TEXT,
      key_saved INTEGER NOT NULL DEFAULT 0,
      credits INTEGER,
      credits_read_at INTEGER,
      -- Salted hash of the key, also of a removed account's.
      key_mark TEXT,
      created_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT;

    CREATE TABLE lists (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      source_path TEXT,
      read_options TEXT NOT NULL DEFAULT '{}',
      preflight TEXT,
      -- Increases with each read, so that work on an earlier read can be refused.
      revision INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE cleanings (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      list_id TEXT NOT NULL REFERENCES lists (id),
      account_id TEXT NOT NULL,
      scope TEXT NOT NULL,
      options TEXT NOT NULL,
      price TEXT NOT NULL,
      unique_addresses INTEGER NOT NULL,
      agreed_credits INTEGER NOT NULL,
      out TEXT,
      state TEXT NOT NULL CHECK (state IN ('active', 'done', 'failed', 'cancelled', 'imported')),
      counts TEXT,
      missing INTEGER NOT NULL DEFAULT 0,
      watching INTEGER NOT NULL DEFAULT 1,
      tags TEXT NOT NULL DEFAULT '[]',
      created_at INTEGER NOT NULL,
      finished_at INTEGER,
      deleted_at INTEGER
    ) STRICT;
    CREATE INDEX cleanings_newest ON cleanings (created_at DESC);

    CREATE TABLE parts (
      cleaning_id TEXT NOT NULL REFERENCES cleanings (id) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      addresses INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      state TEXT NOT NULL,
      job_id TEXT,
      record TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (cleaning_id, ordinal)
    ) STRICT;
    CREATE INDEX parts_by_state ON parts (state);

    CREATE TABLE journal (
      id INTEGER PRIMARY KEY,
      cleaning_id TEXT NOT NULL REFERENCES cleanings (id) ON DELETE CASCADE,
      ordinal INTEGER,
      at INTEGER NOT NULL,
      from_state TEXT,
      to_state TEXT NOT NULL,
      why TEXT NOT NULL
    ) STRICT;
    CREATE INDEX journal_by_cleaning ON journal (cleaning_id, id);

    -- Claims on addresses and whether they were charged. A part's addresses are in archive.db; a single check has its own
    -- folded address here.
    CREATE TABLE ledger (
      id INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      cleaning_id TEXT REFERENCES cleanings (id) ON DELETE CASCADE,
      ordinal INTEGER,
      address TEXT,
      addresses INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('sent', 'perhaps_charged', 'charged', 'answered', 'released')),
      is_open INTEGER NOT NULL DEFAULT 1,
      at INTEGER NOT NULL,
      UNIQUE (cleaning_id, ordinal)
    ) STRICT;

    -- Imports; their facts are in memory/<id>.db.
    -- kind: 'suppression' (no one in it is mailed), 'outcomes' (a mailing service's report), 'sent' (an exported mailing).
    -- source: id of the vocabulary, or 'user'. digest: of the facts, to recognize a repeated import.
    -- bounces, sent: numbers of hard bounces and of sent addresses. cleaning_id, forecast: origin and expected bounces of an
    -- export. addresses, domains: suppressed entries. assumed_at: time of facts without one.
    CREATE TABLE imports (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('suppression', 'outcomes', 'sent')),
      source TEXT NOT NULL,
      digest TEXT NOT NULL,
      facts INTEGER NOT NULL,
      bounces INTEGER NOT NULL,
      sent INTEGER NOT NULL,
      cleaning_id TEXT,
      forecast TEXT,
      addresses INTEGER NOT NULL,
      domains INTEGER NOT NULL,
      assumed_at INTEGER,
      created_at INTEGER NOT NULL
    ) STRICT;

    -- Last DNS result of a domain (with a leading '@'). dead: why it cannot receive mail, NULL if it can. host: preferred
    -- mail server; empty for the domain's own address.
    CREATE TABLE domains (
      domain TEXT PRIMARY KEY,
      looked_at INTEGER NOT NULL,
      dead TEXT,
      host TEXT NOT NULL
    ) STRICT;

    -- Bounce rates observed in mailings (forecast/). sources: cache key of the facts they were computed from.
    CREATE TABLE calibrations (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      sources TEXT NOT NULL,
      value TEXT NOT NULL
    ) STRICT;
  `,
};

/** Batches of a team's log. */
const team = {
  version: 2,
  sql: `
    -- Batches that were pushed or pulled. number: order in the log, 0 if the server has lost it. member: name of who pushed
    -- it. pushed_key: what it is in this data folder ('part/…', 'check/…', 'import/…'); NULL if it was pulled.
    CREATE TABLE shared_batches (
      id TEXT PRIMARY KEY,
      number INTEGER NOT NULL,
      member TEXT NOT NULL,
      pushed_key TEXT
    ) STRICT;
  `,
};

export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** In order of version. Never edit a released migration. */
export const MIGRATIONS: readonly Migration[] = [initial, team];
