import { openJournal } from "../../../../electron/engine/store/index.ts";
import { MIGRATIONS } from "../../../../electron/engine/store/migrations/index.ts";
import { unwrap } from "../../../support/in-process.ts";

/** A part's record as the first Winnow stored it: what came later is not there, and problems are in words. */
const FIRST_RECORD = {
  state: { kind: "queued" },
  addresses: 2,
  agreed: 2,
  autoVerify: false,
  attempts: 0,
  problem: null as object | null,
  serviceStatus: null,
  total: null,
  verified: 0,
  counts: null,
  analysis: null,
  uploadedAt: null,
  startedAt: null,
  lostUploads: 0,
  mayBeCharged: false,
  atService: false,
  shortFetches: 0,
  missing: 0,
};
export const SAID = {
  code: "credits_short",
  title: "Not enough credits, as it was said then",
  detail: "The list costs 2 credits.",
};

const PARTS = [
  {
    ordinal: 1,
    jobId: "job-1",
    record: {
      ...FIRST_RECORD,
      state: { kind: "done", jobId: "job-1" },
      counts: { deliverable: 1, undeliverable: 1, accept_all: 0, unknown: 0 },
      total: 2,
      verified: 2,
      startedAt: 40,
      mayBeCharged: true,
      atService: true,
    },
  },
  {
    ordinal: 2,
    jobId: "job-2",
    record: {
      ...FIRST_RECORD,
      state: { kind: "waiting", for: "credits", step: "start", jobId: "job-2" },
      problem: SAID,
      atService: true,
    },
  },
];
const PRICE = {
  rows: 5,
  repeated: 1,
  malformed: 0,
  empty: 0,
  suppressed: 0,
  known: 0,
  beyondLimit: 0,
  credits: 4,
  available: 7,
  parts: 2,
};
const OPTIONS = { reuseKnown: true, allColumns: false, suppress: true, limit: null };
const OUT = {
  path: "/home/ann/clean.csv",
  keep: ["deliverable"],
  withVerdicts: true,
  keepDuplicates: false,
  overwrite: false,
  rows: null,
};

/** What a Winnow of that version wrote beyond what the version before could, by the version that made room for it. */
const SINCE: Readonly<Record<number, string>> = {
  2: `INSERT INTO set_aside (cleaning_id, ordinal, record, at) VALUES ('c1', 1, '{"state":', 60)`,
  3: "UPDATE lists SET revision = 4 WHERE id = 'l1'",
  4: "UPDATE accounts SET base_url_at_upgrade = 'https://before.example' WHERE id = 'a1'",
  6: "UPDATE accounts SET job_form = 'path' WHERE id = 'a1'",
  9: "DELETE FROM settings WHERE name LIKE 'unscrubbed.%'",
  12: "UPDATE accounts SET removed_key_mark = 'mark-of-old' WHERE id = 'a2'",
  13: `INSERT INTO journal (cleaning_id, ordinal, at, from_state, to_state, why)
       VALUES ('c1', 2, 55, NULL, 'waiting', '{"code":"agreed","credits":4}')`,
  14: "UPDATE accounts SET key_mark = 'mark-of-now' WHERE id = 'a1'",
  15: `INSERT INTO balances (account_id, spent, falls) VALUES ('a1', 2, '[{"nr":1,"credits":3}]')`,
};

/** Makes the journal at `path` as a Winnow of that version left it: made by its migrations, filled with its rows. */
export function makePastJournal(path: string, backups: string, version: number): void {
  const { db, close } = unwrap(
    openJournal(
      path,
      backups,
      MIGRATIONS.filter((one) => one.version <= version),
    ),
  );
  const put = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row);
    const places = names.map((name) => `@${name}`).join();
    db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${places})`).run(row);
  };
  put("settings", { name: "settings", value: JSON.stringify({ freshDays: 12 }) });
  const account = { kind: "service", base_url: "https://api.example", key_hint: "1234", key_saved: 1 };
  put("accounts", { id: "a1", label: "Acme", ...account, credits: 7, credits_read_at: 9, created_at: 1 });
  put("accounts", { id: "a2", label: "Left", ...account, created_at: 2, removed_at: 3 });
  put("lists", { id: "l1", name: "contacts.csv", source_path: "/home/ann/contacts.csv", created_at: 4 });
  put("cleanings", {
    id: "c1",
    name: "Spring",
    list_id: "l1",
    account_id: "a1",
    scope: "https://api.example",
    options: JSON.stringify(OPTIONS),
    price: JSON.stringify(PRICE),
    unique_addresses: 4,
    agreed_credits: 4,
    out: JSON.stringify(OUT),
    state: "active",
    tags: '["may"]',
    created_at: 5,
  });
  for (const { ordinal, jobId, record } of PARTS)
    put("parts", {
      cleaning_id: "c1",
      ordinal,
      addresses: 2,
      bytes: 50,
      state: record.state.kind,
      job_id: jobId,
      record: JSON.stringify(record),
      updated_at: 50,
    });
  put("journal", {
    cleaning_id: "c1",
    ordinal: 1,
    at: 41,
    from_state: "ready",
    to_state: "starting",
    why: "Because",
  });
  put("suppression_lists", { id: "s1", name: "Left us", addresses: 1, domains: 1, created_at: 6 });
  for (const entry of ["@gone.example", "bob@x.example"]) put("suppressed", { list_id: "s1", entry });
  for (const { version: one } of MIGRATIONS)
    if (one <= version && SINCE[one] !== undefined) db.exec(SINCE[one]);
  close();
}

/** Every version has rows of its own, but the first: a new migration is to name here what it made room for. */
export const FILLED = [1, ...Object.keys(SINCE).map(Number)];
