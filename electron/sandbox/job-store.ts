import { z } from "zod";
import { type SandboxDatabase, truncateWal } from "./database.ts";
import { type Job, jobSchema, type Pace, rateOf, textsSchema } from "./job.ts";
import type { Chunk, ReadList } from "./list.ts";

/** The columns of {@link jobSchema}. */
const JOB = `seq, id, account, created_at AS createdAt, prepare, per_second AS perSecond, auto_verify AS autoVerify,
  invalid, total, analysis, address_header AS addressHeader, extra_headers AS extraHeaders,
  settled AS isAutoStartDecided, started_at AS startedAt, starts, charged, cancelled_at AS cancelledAt`;

const chunkRow = z.object({
  first: z.int(),
  addresses: textsSchema,
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

export type JobStore = ReturnType<typeof openJobStore>;

export function openJobStore(database: SandboxDatabase) {
  const insertJob = database.prepare(
    `INSERT INTO jobs (id, account, created_at, prepare, per_second, auto_verify, invalid, total, analysis,
       address_header, extra_headers) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertChunk = database.prepare(
    "INSERT INTO chunks (job, first, addresses, extras, codes) VALUES (?, ?, ?, ?, ?)",
  );
  const insertUpload = database.prepare("INSERT INTO uploads (job, bytes) VALUES (?, ?)");
  const selectOne = database.prepare(`SELECT ${JOB} FROM jobs WHERE id = ? AND gone_at IS NULL`);
  const selectAll = database.prepare(`SELECT ${JOB} FROM jobs WHERE gone_at IS NULL ORDER BY seq`);
  const selectOf = database.prepare(
    `SELECT ${JOB} FROM jobs WHERE account = ? AND gone_at IS NULL ORDER BY seq`,
  );
  const selectPending = database.prepare(
    `SELECT ${JOB} FROM jobs WHERE gone_at IS NULL AND cancelled_at IS NULL AND invalid = 0
       AND auto_verify = 1 AND settled = 0 ORDER BY seq`,
  );
  const selectOld = database.prepare(`SELECT ${JOB} FROM jobs WHERE created_at <= ? AND gone_at IS NULL`);
  const selectHistory = database.prepare(`SELECT ${JOB}, gone_at IS NOT NULL AS gone FROM jobs ORDER BY seq`);
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
    /** Returns the job; `null` if it is unknown, deleted or purged. */
    find: (id: string): Job | null => {
      const row = selectOne.get(id);
      return row === undefined ? null : jobSchema.parse(row);
    },
    /** Returns all jobs, or those of an account, oldest first, without deleted and purged ones. */
    list: (account?: string): Job[] =>
      z.array(jobSchema).parse(account === undefined ? selectAll.all() : selectOf.all(account)),
    /** Returns jobs that may still start automatically. */
    pending: (): Job[] => z.array(jobSchema).parse(selectPending.all()),
    createdUntil: (time: number): Job[] => z.array(jobSchema).parse(selectOld.all(time)),
    /** Returns all jobs, including deleted and purged ones. */
    history: (): { job: Job; gone: boolean }[] =>
      selectHistory.all().map((row) => ({
        job: jobSchema.parse(row),
        gone: z.object({ gone: z.int() }).parse(row).gone === 1,
      })),
    /** Starts the job. Returns false if it was started before. */
    start: (job: Job, at: number, charged: number) => updateStart.run(at, charged, job.seq).changes === 1,
    settle: (job: Job) => {
      updateSettled.run(job.seq);
    },
    cancel: (job: Job, at: number) => {
      updateCancelled.run(at, job.seq);
    },
    /** Permanently removes the list and its results, also from the database file. Must not be called in a transaction. */
    remove(job: Job, at: number) {
      takeAway(job, at);
      truncateWal(database);
    },
    *chunks(job: Job): Iterable<Chunk> {
      for (const first of firsts(job)) {
        const row = selectChunk.get(job.seq, first);
        if (row !== undefined) yield chunkRow.parse(row);
      }
    },
    *codes(job: Job): Iterable<Uint8Array> {
      for (const first of firsts(job)) {
        const row = selectCodes.get(job.seq, first);
        if (row !== undefined) yield z.instanceof(Uint8Array).parse(row);
      }
    },
    upload: (job: Job) => {
      const row = selectUpload.get(job.seq);
      return row === undefined ? null : z.instanceof(Uint8Array).parse(row);
    },
  };
}
