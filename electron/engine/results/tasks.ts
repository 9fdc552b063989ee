import { existsSync } from "node:fs";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { syncFile } from "../data-folder/index.ts";
import { type Layout, layoutOf, storeProblem } from "../store/index.ts";
import type { Task } from "../threads/index.ts";
import { type Archive, openArchive, type RememberedCheck } from "./archive/archive.ts";
import { completeArchive } from "./archive/complete.ts";
import { unfinishedArchive } from "./archive/damage.ts";
import { CLOCKS_DIFFER, type Freshness, isFresh } from "./archive/freshness.ts";
import { cleaningsIn } from "./archive/journalled.ts";
import type { ArchivedVerdict } from "./archive/look-ups.ts";
import { isHalfRebuilt, type Rebuilt, rebuildArchive } from "./archive/rebuild.ts";
import type { UnansweredCheck } from "./archive/unanswered.ts";
import { type IngestInput, type IngestOutcome, ingest } from "./ingest/ingest.ts";
import { lostResults } from "./ingest/is-home.ts";
import { remakeTask } from "./ingest/remake.ts";

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
  /** Then it was lost what is known of addresses that were checked, and that is not long past. */
  readonly lostSince: number | null;
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
  const read = () => {
    const archive = openArchive(path, { readonly: true });
    try {
      return {
        known: archive.lookUpOne(scope, address, fresh),
        unansweredSince: archive.unanswered.since(scope, address),
        lostSince: archive.unanswered.lostSince(),
      };
    } finally {
      archive.close();
    }
  };
  let recalled = read();
  const latest = fresh.now + CLOCKS_DIFFER;
  const newest = Math.max(recalled.unansweredSince ?? 0, recalled.lostSince ?? 0);
  if (recalled.known === null && newest > latest) {
    // A date that never comes would never be long past.
    const redated = written(path, (archive) => {
      archive.unanswered.redate(latest, fresh.now);
      return null;
    });
    if (!redated.ok) return redated;
    recalled = read();
  }
  const unlessPast = (at: number | null) => (at !== null && at < longPast ? null : at);
  return ok({
    known: recalled.known,
    unansweredSince: unlessPast(recalled.unansweredSince),
    lostSince: unlessPast(recalled.lostSince),
  });
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
  /** Single checks of it, in every scope, answered or not, and verdicts of cleanings that are not here any more. */
  readonly checks: number;
  /** Cleanings that are here and brought a verdict of it home, by id, newest first. */
  readonly cleanings: readonly string[];
  /** Whether one of theirs would be used again in the scope that was asked for. */
  readonly isKnown: boolean;
}

const traceTask: Task<
  { dataDir: string; scope: string | null; address: string; fresh: Freshness },
  Trace
> = async ({ dataDir, scope, address, fresh }) => {
  const layout = layoutOf(dataDir);
  const archive = openArchive(layout.archive, { readonly: true });
  try {
    const entries = archive.history([address], null, fresh.now)[0] ?? [];
    const isKept = isIn(layout);
    const ofCleanings = entries.filter(({ cleaningId }) => cleaningId !== null && isKept(cleaningId));
    return ok({
      checks: entries.length - ofCleanings.length + archive.unanswered.count(address),
      cleanings: [...new Set(ofCleanings.flatMap(({ cleaningId }) => cleaningId ?? []))],
      isKnown: ofCleanings.some((one) => one.scope === scope && isFresh(one.verdict, one.freshAt, fresh)),
    });
  } finally {
    archive.close();
  }
};

/** Whether a cleaning is in the journal. */
function isIn({ journal }: Layout): (cleaningId: string) => boolean {
  const ids = new Set(cleaningsIn(journal).map(({ id }) => id));
  return (cleaningId) => ids.has(cleaningId);
}

const forgetChecksTask: Task<{ dataDir: string; address: string }, number> = async ({ dataDir, address }) => {
  const layout = layoutOf(dataDir);
  // What was put aside would bring it back.
  if (isHalfRebuilt(layout)) throw unfinishedArchive();
  if (!existsSync(layout.archive)) return ok(0);
  const archive = openArchive(layout.archive);
  try {
    return ok(archive.forgetChecks(address, isIn(layout)));
  } catch (error) {
    const met = storeProblem(error, layout.archive);
    if (met === null) throw error;
    return fail(met);
  } finally {
    archive.close();
  }
};

const forgetTask: Task<{ archive: string; cleaningId: string }, null> = async (input) => {
  const archive = openArchive(input.archive);
  try {
    archive.forget(input.cleaningId);
    return ok(null);
  } finally {
    archive.close();
  }
};

const scrubTask: Task<{ archive: string }, null> = async (input) => {
  const archive = openArchive(input.archive);
  try {
    archive.scrub();
    return ok(null);
  } catch (error) {
    const met = storeProblem(error, input.archive);
    if (met === null) throw error;
    return fail(met);
  } finally {
    archive.close();
  }
};

/** The data folder `from` and, in the place of its data, what stands at `to`. `at`: Unix milliseconds. */
export interface CarryOver {
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

/**
 * Adds to the archive of a restore what was paid for since: single checks, notes of those that may have been, and verdicts
 * of lists, also of those that do not come along, but for what stands in the bin. What cannot be read counts as lost.
 */
const carryOverTask: Task<CarryOver, null> = async ({ from, to, at }) => {
  const [present, staged] = [layoutOf(from), layoutOf(to)];
  try {
    if (!existsSync(staged.archive)) rebuildArchive(staged, at);
    const gone = new Set(
      cleaningsIn(present.journal).flatMap(({ id, inBin, erasing }) => (inBin || erasing ? id : [])),
    );
    const archive = openArchive(staged.archive);
    try {
      const isWhole = !existsSync(present.archive) || archive.takeOver(present.archive, (id) => gone.has(id));
      if (!isWhole || isHalfRebuilt(present)) archive.unanswered.noteLost(at);
    } finally {
      archive.close();
    }
    syncFile(staged.archive);
    return ok(null);
  } catch (error) {
    const met = storeProblem(error, present.dataDir);
    if (met === null) throw error;
    return fail(met);
  }
};

const rebuildTask: Task<{ dataDir: string; at: number }, Rebuilt> = async ({ dataDir, at }) => {
  const layout = layoutOf(dataDir);
  try {
    return ok(rebuildArchive(layout, at));
  } catch (error) {
    const met = storeProblem(error, layout.archive);
    if (met === null) throw error;
    return fail(met);
  }
};

const lostTask: Task<{ cleaningId: string; results: string; ordinal: number }, null> = async ({
  results,
  ordinal,
}) => {
  const lost = lostResults(results, ordinal);
  return lost === null ? ok(null) : fail(lost);
};

const completeTask: Task<{ dataDir: string; at: number }, Rebuilt> = async ({ dataDir, at }) => {
  const layout = layoutOf(dataDir);
  try {
    return ok(completeArchive(layout, at));
  } catch (error) {
    const met = storeProblem(error, layout.archive);
    if (met === null) throw error;
    return fail(met);
  }
};

/** What worker threads do with results. */
export const resultTasks = {
  "results.ingest": ingestTask,
  "results.lost": lostTask,
  "results.remember": rememberTask,
  "results.asking": askingTask,
  "results.settle": settleTask,
  "results.recall": recallTask,
  "results.unanswered": unansweredTask,
  "results.trace": traceTask,
  "results.forgetChecks": forgetChecksTask,
  "results.forget": forgetTask,
  "results.scrub": scrubTask,
  "results.rebuild": rebuildTask,
  "results.carryOver": carryOverTask,
  "results.complete": completeTask,
  "results.remake": remakeTask,
};
