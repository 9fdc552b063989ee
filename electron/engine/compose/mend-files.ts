import { existsSync, statSync } from "node:fs";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { MendedFiles, ToRemake } from "../cleanings/index.ts";
import type { Emit } from "../handlers.ts";
import { findList } from "../lists/index.ts";
import { ARCHIVE_DAMAGED, type ResultReader, resultsStand } from "../results/index.ts";
import type { Journal, Layout } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import type { EngineTasks } from "../work.ts";

export interface MendFilesOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: TaskRunner<EngineTasks>;
  readonly reader: ResultReader;
  readonly searcher: ResultReader;
  readonly toRemake: (cleaningId: string) => ToRemake | null;
  readonly remade: (cleaningId: string, files: MendedFiles) => void;
  readonly emit: Emit;
  readonly log: (line: string) => void;
}

/** What is run and asked here is done once more where a file of its list or cleaning had to be made anew. */
export interface MendedFilesOf {
  readonly runner: TaskRunner<EngineTasks>;
  readonly reader: ResultReader;
  /**
   * Sees to it that what a cleaning needs is there: its list, its results, and the upload of part `ordinal` (null: of none).
   * Answers why it is not; null: it is. Does not reject for what is missing or damaged.
   */
  whole(cleaningId: string, listId: string, ordinal: number | null): Promise<Problem | null>;
}

interface Target {
  readonly listId: string;
  /** Null: the list alone. */
  readonly cleaningId: string | null;
}

/** What was made anew; a problem: it could not be; null: nothing was missing. */
type Mending = Result<{ readonly lostUploads: readonly number[] }> | null;

/**
 * What was paid for stands in more than one place: results that are missing or damaged are put together again from the
 * list, the uploads, the fetched files and the archive.
 */
export function mendFiles(options: MendFilesOptions): MendedFilesOf {
  const { journal, layout, runner, reader, searcher, log } = options;
  /** By list, for its cleanings share it. */
  const mending = new Map<string, Promise<Mending>>();
  const using = new Map<string, Set<Promise<unknown>>>();

  /** One after the other for each list; nothing has its files open meanwhile. */
  function mend(target: Target): Promise<Mending> {
    const before = mending.get(target.listId) ?? Promise.resolve(null);
    const mended = before
      .catch(() => null)
      .then(() => mendNow(target))
      .finally(() => {
        if (mending.get(target.listId) === mended) mending.delete(target.listId);
      });
    mending.set(target.listId, mended);
    return mended;
  }

  async function mendNow({ listId, cleaningId }: Target): Promise<Mending> {
    // With the whole folder away, its files are not what is missing.
    if (!existsSync(layout.journal)) return null;
    const list = findList(journal, listId);
    if (list === null) return null;
    await Promise.allSettled(using.get(listId) ?? []);
    if (cleaningId !== null)
      await Promise.all([reader, searcher].map((one) => one.ask("release", { cleaningId, listId })));
    if (!existsSync(layout.list(listId).columns))
      return fail(problem("list_files_lost", { name: list.name, file: "list" }));
    const known = cleaningId === null ? null : options.toRemake(cleaningId);
    if (cleaningId === null || known === null) return null;
    const cleaning = await runner.run("results.remake", { dataDir: layout.dataDir, ...known });
    if (!cleaning.ok) return cleaning;
    const { results, uploads, lostUploads, marksKept, missing } = cleaning.value;
    const isMended = results || uploads > 0 || missing.length > 0;
    if (!isMended) return lostUploads.length === 0 ? null : ok({ lostUploads });
    log(
      `cleaning ${cleaningId}: results made anew: ${results}, uploads: ${uploads}, marks kept: ${marksKept}`,
    );
    options.remade(cleaningId, { cleaning: cleaning.value });
    if (results) {
      const before = new Map(known.parts.map((part) => [part.ordinal, part.missing]));
      const lost = missing.reduce(
        (sum, one) => sum + Math.max(0, one.missing - (before.get(one.ordinal) ?? 0)),
        0,
      );
      options.emit({
        event: "notice",
        problem: problem("results_remade", {
          name: known.name,
          marks: marksKept ? "kept" : "lost",
          ...(lost === 0 ? {} : { lost }),
        }),
      });
    }
    return ok({ lostUploads });
  }

  /**
   * A file that is shorter than it was written would be paid for as what it holds, and counted as what it should hold. Of
   * which nobody noted how long it was, it is compared with what it should hold.
   */
  function isUploadWhole(cleaningId: string, ordinal: number): boolean {
    const stands = statSync(layout.cleaning(cleaningId).upload(ordinal), { throwIfNoEntry: false });
    if (stands === undefined) return false;
    const part = options.toRemake(cleaningId)?.parts.find((one) => one.ordinal === ordinal);
    return part === undefined || part.bytes === stands.size;
  }

  async function mended<T>(targets: readonly Target[], work: () => Promise<Result<T>>): Promise<Result<T>> {
    await Promise.allSettled(targets.map(({ listId }) => mending.get(listId)));
    const first = await met(targets, work);
    if (!first.isOfFiles) return first.answer();
    let some = false;
    for (const target of targets) {
      const anew = await mend(target);
      if (anew?.ok === false) return anew;
      some ||= anew !== null;
    }
    return some ? (await met(targets, work)).answer() : first.answer();
  }

  /** What came of `work`, and whether it may be because of a file that is missing or damaged. */
  async function met<T>(targets: readonly Target[], work: () => Promise<Result<T>>) {
    const working = work();
    for (const { listId } of targets) {
      const own = using.get(listId) ?? new Set();
      using.set(listId, own.add(working));
    }
    try {
      const result = await working;
      const isOfFiles = !result.ok && result.problem.code === "store_corrupt";
      return { isOfFiles, answer: () => result };
    } catch (error) {
      return {
        isOfFiles: mayBeOfFiles(error),
        answer: (): Result<T> => {
          throw error;
        },
      };
    } finally {
      for (const { listId } of targets) {
        const own = using.get(listId);
        own?.delete(working);
        if (own?.size === 0) using.delete(listId);
      }
    }
  }

  return {
    runner: {
      ...runner,
      run(name, input, run) {
        const target = targetOf(journal, name, input);
        return target === null
          ? runner.run(name, input, run)
          : mended([target], () => runner.run(name, input, run));
      },
    },
    reader: {
      ...reader,
      ask: (question, input, ask) => mended(targetsIn(input), () => reader.ask(question, input, ask)),
    },
    async whole(cleaningId, listId, ordinal) {
      await Promise.allSettled([mending.get(listId)]);
      const files = layout.cleaning(cleaningId);
      const isUpload = ordinal === null || isUploadWhole(cleaningId, ordinal);
      if (isUpload && existsSync(layout.list(listId).columns) && resultsStand(files.results)) return null;
      if (!existsSync(layout.journal)) return problem("store_gone", { dir: layout.dataDir });
      const anew = await mend({ listId, cleaningId });
      if (anew?.ok === false) return anew.problem;
      if (ordinal === null || anew?.value.lostUploads.includes(ordinal) !== true) return null;
      const name = options.toRemake(cleaningId)?.name ?? "";
      return problem("list_files_lost", { name, file: "upload" });
    },
  };
}

/** Errors of a disk are no word about a file, and the archive is mended by itself. */
function mayBeOfFiles(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === ARCHIVE_DAMAGED) return false;
  return !/^(E|SQLITE_)/.test(code) || /^(ENOENT|ERR_|SQLITE_(ERROR|CANTOPEN|NOTADB|CORRUPT))/.test(code);
}

/** Which cleaning, or list, a task needs whole; null: none, or it is not begun. */
function targetOf<N extends keyof EngineTasks & string>(
  journal: Journal,
  name: N,
  input: unknown,
): Target | null {
  if (!TASKS.has(name) || typeof input !== "object" || input === null) return null;
  const request = "request" in input ? input.request : input;
  if (typeof request !== "object" || request === null) return null;
  const cleaningId =
    "cleaningId" in request && typeof request.cleaningId === "string" ? request.cleaningId : null;
  if (name === "cleanings.plan")
    return "listId" in input && typeof input.listId === "string"
      ? { listId: input.listId, cleaningId: null }
      : null;
  if (cleaningId === null) return null;
  const listId = journal.db.prepare("SELECT list_id FROM cleanings WHERE id = ?").pluck().get(cleaningId);
  return typeof listId === "string" ? { listId, cleaningId } : null;
}

/** Tasks about one cleaning or list, with its files open. */
const TASKS: ReadonlySet<string> = new Set<keyof EngineTasks>([
  "cleanings.plan",
  "cleanings.totals",
  "exports.write",
  "results.ingest",
  "results.lost",
]);

/** The cleanings that a question is about. */
function targetsIn(input: unknown): Target[] {
  if (typeof input !== "object" || input === null) return [];
  if ("cleaningId" in input && "listId" in input) {
    const { cleaningId, listId } = input;
    return typeof cleaningId === "string" && typeof listId === "string" ? [{ cleaningId, listId }] : [];
  }
  return "left" in input && "right" in input ? [...targetsIn(input.left), ...targetsIn(input.right)] : [];
}
