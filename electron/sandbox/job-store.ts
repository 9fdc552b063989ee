import { z } from "zod";
import { type SandboxDatabase, truncateWal } from "./database.ts";
import { analysisCounts, type Job, type Pace, rateOf } from "./job.ts";
import type { Chunk, ReadList } from "./list.ts";

const flag = z.number().transform((value) => value !== 0);
const texts = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

const jobRow = z
  .object({
    seq: z.int(),
    id: z.string(),
    account: z.string(),
    created_at: z.int(),
    prepare: z.number(),
    per_second: z.union([z.number(), z.literal(Number.POSITIVE_INFINITY)]),
    auto_verify: flag,
    invalid: flag,
    total: z.int(),
    analysis: z.string().transform((text) => analysisCounts.parse(JSON.parse(text))),
    address_header: z.string(),
    extra_headers: texts,
    settled: flag,
    started_at: z.int().nullable(),
    starts: z.int(),
    charged: z.int(),
    cancelled_at: z.int().nullable(),
  })
  .transform(
    (row): Job => ({
      seq: row.seq,
      id: row.id,
      account: row.account,
      createdAt: row.created_at,
      prepare: row.prepare,
      perSecond: row.per_second,
      autoVerify: row.auto_verify,
      invalid: row.invalid,
      total: row.total,
      analysis: row.analysis,
      addressHeader: row.address_header,
      extraHeaders: row.extra_headers,
      isAutoStartDecided: row.settled,
      startedAt: row.started_at,
      starts: row.starts,
      charged: row.charged,
      cancelledAt: row.cancelled_at,
    }),
  );

const chunkRow = z.object({
  first: z.int(),
  addresses: texts,
  extras: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : z.array(z.array(z.string())).parse(JSON.parse(text)))),
  codes: z.instanceof(Uint8Array),
});

export interface NewJob {
  readonly id: string;
  readonly account: string;
  readonly createdAt: number;
  readonly pace: Pace;
  readonly autoVerify: boolean;
  readonly list: ReadList;
  readonly upload: Uint8Array;
}

export interface JobStore {
  add(job: NewJob): void;
  /** Returns the job; `null` if it is unknown, deleted or purged. */
  find(id: string): Job | null;
  /** Returns all jobs, or those of an account, oldest first, without deleted and purged ones. */
  list(account?: string): Job[];
  /** Returns jobs that may still start automatically. */
  pending(): Job[];
  createdUntil(time: number): Job[];
  /** Returns all jobs, including deleted and purged ones. */
  history(): { job: Job; gone: boolean }[];
  /** Starts the job. Returns false if it was started before. */
  start(job: Job, at: number, charged: number): boolean;
  settle(job: Job): void;
  cancel(job: Job, at: number): void;
  /** Permanently removes the list and its results, also from the database file. Must not be called in a transaction. */
  remove(job: Job, at: number): void;
  chunks(job: Job): Iterable<Chunk>;
  codes(job: Job): Iterable<Uint8Array>;
  upload(job: Job): Uint8Array | null;
}

export function openJobStore(database: SandboxDatabase): JobStore {
  const insertJob = database.prepare(
    `INSERT INTO jobs (id, account, created_at, prepare, per_second, auto_verify, invalid, total, analysis,
       address_header, extra_headers) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertChunk = database.prepare(
    "INSERT INTO chunks (job, first, addresses, extras, codes) VALUES (?, ?, ?, ?, ?)",
  );
  const insertUpload = database.prepare("INSERT INTO uploads (job, bytes) VALUES (?, ?)");
  const selectOne = database.prepare("SELECT * FROM jobs WHERE id = ? AND gone_at IS NULL");
  const selectAll = database.prepare("SELECT * FROM jobs WHERE gone_at IS NULL ORDER BY seq");
  const selectOf = database.prepare("SELECT * FROM jobs WHERE account = ? AND gone_at IS NULL ORDER BY seq");
  const selectPending = database.prepare(
    `SELECT * FROM jobs WHERE gone_at IS NULL AND cancelled_at IS NULL AND invalid = 0
       AND auto_verify = 1 AND settled = 0 ORDER BY seq`,
  );
  const selectOld = database.prepare("SELECT * FROM jobs WHERE created_at <= ? AND gone_at IS NULL");
  const selectHistory = database.prepare("SELECT * FROM jobs ORDER BY seq");
  const updateStart = database.prepare(
    "UPDATE jobs SET started_at = ?, starts = starts + 1, charged = charged + ?, settled = 1 WHERE seq = ? AND started_at IS NULL",
  );
  const updateSettled = database.prepare("UPDATE jobs SET settled = 1 WHERE seq = ?");
  const updateCancelled = database.prepare("UPDATE jobs SET cancelled_at = ? WHERE seq = ?");
  const updateGone = database.prepare(
    "UPDATE jobs SET gone_at = ?, address_header = '', extra_headers = '[]' WHERE seq = ?",
  );
  const deleteChunks = database.prepare("DELETE FROM chunks WHERE job = ?");
  const deleteUpload = database.prepare("DELETE FROM uploads WHERE job = ?");
  const selectFirsts = database.prepare("SELECT first FROM chunks WHERE job = ? ORDER BY first").pluck();
  const selectChunk = database.prepare("SELECT * FROM chunks WHERE job = ? AND first = ?");
  const selectCodes = database.prepare("SELECT codes FROM chunks WHERE job = ? AND first = ?").pluck();
  const selectUpload = database.prepare("SELECT bytes FROM uploads WHERE job = ?").pluck();

  // One query per chunk, so that others can write during a slow download.
  const firsts = (job: Job) => z.array(z.int()).parse(selectFirsts.all(job.seq));

  const takeAway = database.transaction((job: Job, at: number) => {
    deleteChunks.run(job.seq);
    deleteUpload.run(job.seq);
    updateGone.run(at, job.seq);
  });

  return {
    add: database.transaction((job: NewJob) => {
      const { list } = job;
      const { lastInsertRowid: seq } = insertJob.run(
        job.id,
        job.account,
        job.createdAt,
        job.pace.prepareMs,
        rateOf(job.pace, list.total),
        job.autoVerify ? 1 : 0,
        list.total === 0 ? 1 : 0,
        list.total,
        JSON.stringify(list.analysis),
        list.addressHeader,
        JSON.stringify(list.extraHeaders),
      );
      for (const chunk of list.chunks) {
        const extras = chunk.extras === null ? null : JSON.stringify(chunk.extras);
        insertChunk.run(seq, chunk.first, JSON.stringify(chunk.addresses), extras, chunk.codes);
      }
      insertUpload.run(seq, job.upload);
    }),
    find: (id) => {
      const row = selectOne.get(id);
      return row === undefined ? null : jobRow.parse(row);
    },
    list: (account) => z.array(jobRow).parse(account === undefined ? selectAll.all() : selectOf.all(account)),
    pending: () => z.array(jobRow).parse(selectPending.all()),
    createdUntil: (time) => z.array(jobRow).parse(selectOld.all(time)),
    history: () =>
      selectHistory.all().map((row) => ({
        job: jobRow.parse(row),
        gone: z.object({ gone_at: z.int().nullable() }).parse(row).gone_at !== null,
      })),
    start: (job, at, charged) => updateStart.run(at, charged, job.seq).changes === 1,
    settle: (job) => {
      updateSettled.run(job.seq);
    },
    cancel: (job, at) => {
      updateCancelled.run(at, job.seq);
    },
    remove(job, at) {
      takeAway(job, at);
      truncateWal(database);
    },
    *chunks(job) {
      for (const first of firsts(job)) {
        const row = selectChunk.get(job.seq, first);
        if (row !== undefined) yield chunkRow.parse(row);
      }
    },
    *codes(job) {
      for (const first of firsts(job)) {
        const row = selectCodes.get(job.seq, first);
        if (row !== undefined) yield z.instanceof(Uint8Array).parse(row);
      }
    },
    upload: (job) => {
      const row = selectUpload.get(job.seq);
      return row === undefined ? null : z.instanceof(Uint8Array).parse(row);
    },
  };
}
