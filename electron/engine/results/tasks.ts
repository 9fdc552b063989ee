import { fail, ok } from "../../../shared/result.ts";
import { layoutOf, storeProblem, type Task } from "../store/index.ts";
import {
  type ArchivedVerdict,
  type Freshness,
  openArchive,
  type RememberedCheck,
} from "./archive/archive.ts";
import { type Rebuilt, rebuildArchive } from "./archive/rebuild.ts";
import { type IngestInput, type IngestOutcome, ingest } from "./ingest/ingest.ts";

const ingestTask: Task<IngestInput, IngestOutcome> = (input) => ingest(input);

const rememberTask: Task<{ archive: string; scope: string; check: RememberedCheck }, null> = async (
  input,
) => {
  const archive = openArchive(input.archive);
  try {
    archive.remember(input.scope, input.check);
    return ok(null);
  } finally {
    archive.close();
  }
};

const recallTask: Task<
  { archive: string; scope: string; address: string; fresh: Freshness },
  ArchivedVerdict | null
> = async (input) => {
  const archive = openArchive(input.archive, { readonly: true });
  try {
    return ok(archive.lookUpOne(input.scope, input.address, input.fresh));
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

const rebuildTask: Task<{ dataDir: string }, Rebuilt> = async ({ dataDir }) => {
  const layout = layoutOf(dataDir);
  try {
    return ok(rebuildArchive(layout));
  } catch (error) {
    const met = storeProblem(error, layout.archive);
    if (met === null) throw error;
    return fail(met);
  }
};

/** What worker threads do with results. */
export const resultTasks = {
  "results.ingest": ingestTask,
  "results.remember": rememberTask,
  "results.recall": recallTask,
  "results.forget": forgetTask,
  "results.scrub": scrubTask,
  "results.rebuild": rebuildTask,
};
