import { existsSync } from "node:fs";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { storeProblem } from "../store/index.ts";
import type { Task } from "../threads/index.ts";
import { type Archive, openArchive, type RememberedCheck } from "./archive/archive.ts";
import { type Freshness, isFresh } from "./archive/freshness.ts";
import type { ArchivedVerdict } from "./archive/look-ups.ts";
import type { UnansweredCheck } from "./archive/unanswered.ts";
import { type IngestInput, type IngestOutcome, ingest } from "./ingest/ingest.ts";

const ingestTask: Task<IngestInput, IngestOutcome> = (input) => ingest(input);

const rememberTask: Task<{ archive: string; scope: string; check: RememberedCheck }, null> = async ({
  archive,
  scope,
  check,
}) =>
  written(archive, (open) => {
    open.remember(scope, check);
    return null;
  });

const askingTask: Task<{ archive: string; scope: string; check: UnansweredCheck }, number | null> = async ({
  archive,
  scope,
  check,
}) => written(archive, (open) => open.unanswered.note(scope, check));

const settleTask: Task<
  { archive: string; scope: string; address: string; earlier: number | null },
  null
> = async ({ archive, scope, address, earlier }) =>
  written(archive, (open) => {
    open.unanswered.settle(scope, address, earlier);
    return null;
  });

/** Writes to the archive at `path`. Problems: those of the disk. */
function written<T>(path: string, write: (archive: Archive) => T): Result<T> {
  let archive: Archive | undefined;
  try {
    archive = openArchive(path);
    return ok(write(archive));
  } catch (error) {
    const met = storeProblem(error, path);
    if (met === null) throw error;
    return fail(met);
  } finally {
    archive?.close();
  }
}

/** What is known of an address that is to be checked. */
export interface Recalled {
  readonly known: ArchivedVerdict | null;
  /** A check of it was sent then (Unix milliseconds), was never answered, and is not long past. */
  readonly unansweredSince: number | null;
}

export interface RecallInput {
  readonly archive: string;
  readonly scope: string;
  readonly address: string;
  readonly fresh: Freshness;
  /** What was noted before (Unix milliseconds) is long past. */
  readonly longPast: number;
}

const recallTask: Task<RecallInput, Recalled> = async (input) => {
  const { archive: path, scope, address, fresh, longPast } = input;
  const archive = openArchive(path, { readonly: true });
  try {
    const since = archive.unanswered.since(scope, address);
    return ok({
      known: archive.lookUpOne(scope, address, fresh),
      unansweredSince: since !== null && since < longPast ? null : since,
    });
  } finally {
    archive.close();
  }
};

const unansweredTask: Task<{ archive: string; scope: string }, UnansweredCheck[]> = async ({
  archive: path,
  scope,
}) => {
  const archive = openArchive(path, { readonly: true });
  try {
    return ok(archive.unanswered.of(scope));
  } finally {
    archive.close();
  }
};

/** Where the archive holds an address. */
export interface Trace {
  /** Single checks of it, in every scope, answered or not. */
  readonly checks: number;
  /** Cleanings that brought a verdict of it home, by id, newest first. */
  readonly cleanings: readonly string[];
  /** Whether one of theirs would be used again in the scope that was asked for. */
  readonly isKnown: boolean;
}

const traceTask: Task<
  { archive: string; scope: string | null; address: string; fresh: Freshness },
  Trace
> = async ({ archive: path, scope, address, fresh }) => {
  const archive = openArchive(path, { readonly: true });
  try {
    const entries = archive.history([address], null, fresh.now)[0] ?? [];
    const ofCleanings = entries.filter(({ cleaningId }) => cleaningId !== null);
    return ok({
      checks: entries.length - ofCleanings.length + archive.unanswered.count(address),
      cleanings: [...new Set(ofCleanings.flatMap(({ cleaningId }) => cleaningId ?? []))],
      isKnown: ofCleanings.some((one) => one.scope === scope && isFresh(one.verdict, one.freshAt, fresh)),
    });
  } finally {
    archive.close();
  }
};

const forgetChecksTask: Task<{ archive: string; address: string }, number> = async ({
  archive: path,
  address,
}) => (existsSync(path) ? written(path, (archive) => archive.forgetChecks(address)) : ok(0));

const forgetTask: Task<{ archive: string; cleaningId: string }, null> = async (input) => {
  const archive = openArchive(input.archive);
  try {
    archive.forget(input.cleaningId);
    return ok(null);
  } finally {
    archive.close();
  }
};

/** What worker threads do with results. */
export const resultTasks = {
  "results.ingest": ingestTask,
  "results.remember": rememberTask,
  "results.asking": askingTask,
  "results.settle": settleTask,
  "results.recall": recallTask,
  "results.unanswered": unansweredTask,
  "results.trace": traceTask,
  "results.forgetChecks": forgetChecksTask,
  "results.forget": forgetTask,
};
