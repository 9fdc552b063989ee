import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ReferenceOverride } from "../../../shared/bridge/app.ts";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { CallOutput, CallRequest } from "../../../shared/bridge.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { problem } from "../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import {
  beginRead,
  type Correction,
  changedSince,
  deleteList,
  findList,
  insertList,
  listInUse,
  preflightOf,
  readyPreflight,
  restoreRead,
  saveRead,
  sourcesOf,
  unusedLists,
} from "../catalog/index.ts";
import type { Clock } from "../clock.ts";
import { createKeyedQueue } from "../concurrency.ts";
import type { Emit, Handlers } from "../handlers.ts";
import { type Journal, type Layout, PRIVATE_FOLDER, type TaskRunner, truncateWal } from "../store/index.ts";
import { cellKey, referenceLists } from "../text/index.ts";
import { importFile, importText } from "./intake/copy.ts";
import { listOfPasted } from "./intake/pasted-list.ts";
import { droppedLines, mergeDifferences } from "./merge.ts";
import { MAX_ROWS } from "./read/read-records.ts";
import { readProgressSchema } from "./read/read-source.ts";
import { fileStamp } from "./stored/open-list.ts";
import {
  correctionsOf,
  malformedPage,
  typoDomains,
  typoPage,
  typoSuggestions,
  typosMeaning,
} from "./stored/pages.ts";
import type { ListTasks } from "./thread-tasks.ts";

export interface UploadedFile {
  readonly path: string;
  readonly name: string;
}

export interface ListCallsInput {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: Pick<TaskRunner<ListTasks>, "run">;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Returns the uploaded file with this id; `null` if it is unknown. */
  readonly resolveUpload: (uploadId: string) => Promise<UploadedFile | null> | UploadedFile | null;
  /** The user's overrides of reference list entries. */
  readonly overrides?: () => readonly ReferenceOverride[];
  readonly samplePath: string;
}

const MAX_UNFINISHED = 100;

type ListCall = Extract<keyof Handlers, `lists.${string}`>;

interface PendingRead {
  readonly stop: AbortController;
  readonly settled: Promise<unknown>;
  /** The last preflight and the stamp of its columns, restored if this read fails. */
  readonly before: { preflight: Preflight; columns: string } | null;
}

async function pastedTextOf(source: ListSource, path: string | null): Promise<string | null> {
  if (source.kind === "text") return source.text;
  return source.kind === "upload" && source.pasted === true && path !== null
    ? await readFile(path, "utf8")
    : null;
}

export function createListCalls(input: ListCallsInput): Handlers<ListCall> {
  const { journal, layout, runner, emit, clock } = input;
  const pendingReads = new Map<string, PendingRead>();
  const turns = createKeyedQueue();

  async function open(
    source: ListSource,
    signal: AbortSignal,
  ): Promise<Result<{ listId: string; name: string }>> {
    const listId = randomUUID();
    const list = layout.list(listId);
    const found = await locate(source);
    if (!found.ok) return found;
    const { name, path } = found.value;
    const pasted = await pastedTextOf(source, path);
    const copied =
      pasted === null
        ? await importFile(path ?? "", name, list, signal)
        : await importText(listOfPasted(pasted), list);
    if (!copied.ok) return copied;
    insertList(journal, { id: listId, name, sourcePath: path, createdAt: clock.now() });
    return ok({ listId, name });
  }

  async function locate(source: ListSource): Promise<Result<{ name: string; path: string | null }>> {
    switch (source.kind) {
      case "path":
        return ok({ name: basename(source.path), path: source.path });
      case "sample":
        return ok({ name: basename(input.samplePath), path: input.samplePath });
      case "text":
        return ok({ name: source.name, path: null });
      case "upload": {
        const file = await input.resolveUpload(source.uploadId);
        return file === null
          ? fail(problem("list_unknown"))
          : ok({ name: basename(file.name), path: file.path });
      }
      default:
        return assertNever(source);
    }
  }

  async function read(
    listId: string,
    options: ReadOptions,
    corrections: readonly Correction[] | undefined,
    signal: AbortSignal,
  ): Promise<Result<Preflight>> {
    const stored = findList(journal, listId);
    if (stored === null) return fail(problem("list_unknown"));
    const accepted = corrections ?? stored.corrections;
    const same =
      isDeepStrictEqual(options, stored.options) && isDeepStrictEqual(accepted, stored.corrections);
    const list = layout.list(listId);
    const overrides = input.overrides?.() ?? [];
    const inUse = listInUse(journal, listId);
    // A list in use keeps the classification it was cleaned with, so changed overrides don't matter.
    const classified = inUse || isDeepStrictEqual(overrides, stored.overrides);
    if (same && classified && stored.preflight !== null && existsSync(list.columns)) {
      return ok(inUse ? withSettledFlag(stored.preflight) : stored.preflight);
    }
    if (inUse) return fail(problem("list_in_use", { name: stored.name }));
    const abort = new AbortController();
    const columns = fileStamp(list.columns);
    const before =
      pendingReads.get(listId)?.before ??
      (stored.preflight === null || columns === null ? null : { preflight: stored.preflight, columns });
    const previous = stop(listId);
    beginRead(journal, listId);
    // Registered before the first await, so that a cancel from here on reaches this read.
    const run = previous.then(() =>
      runner.run(
        "lists.read",
        { listId, list, name: stored.name, options, corrections: accepted, overrides },
        {
          signal: AbortSignal.any([abort.signal, signal]),
          onProgress: (value) => emit({ event: "list.progress", listId, ...readProgressSchema.parse(value) }),
        },
      ),
    );
    pendingReads.set(listId, { stop: abort, settled: run, before });
    let result: Result<Preflight> | null = null;
    try {
      result = await run;
      if (!result.ok) return result;
      const read = {
        ...result.value,
        fileDate: Math.floor(statSync(existsSync(list.original) ? list.original : list.records).mtimeMs),
      };
      return ok(saveRead(journal, listId, options, accepted, overrides, read));
    } finally {
      if (pendingReads.get(listId)?.stop === abort) {
        pendingReads.delete(listId);
        // The read failed before it replaced `list.db`, so the previous preflight is still valid.
        if (result?.ok !== true && before !== null && fileStamp(list.columns) === before.columns)
          restoreRead(journal, listId, before.preflight);
      }
    }
  }

  /** Aborts the list's read and waits for it: two reads must not write at once. */
  async function stop(listId: string): Promise<void> {
    const read = pendingReads.get(listId);
    if (read === undefined) return;
    read.stop.abort();
    await Promise.allSettled([read.settled]);
  }

  /** Returns preflights. Fails with `list_unknown`, or with `list_changed` while a list is being read. */
  function preflights(listIds: readonly string[]): Result<Preflight[]> {
    const read: Preflight[] = [];
    for (const listId of listIds) {
      const one = readyPreflight(journal, listId);
      if (!one.ok) return one;
      if (!existsSync(layout.list(listId).columns)) return fail(problem("list_unknown"));
      read.push(one.value);
    }
    return ok(read);
  }

  /**
   * Runs `act` on lists that have been read. Fails like `preflights`, also if a list was read again while `act` ran:
   * its result or error may then belong to either reading.
   */
  async function withStableReading<T>(
    listIds: readonly string[],
    act: (lists: readonly Preflight[]) => Promise<Result<T>> | Result<T>,
  ): Promise<Result<T>> {
    const read = preflights(listIds);
    if (!read.ok) return read;
    let answer: Result<T>;
    try {
      answer = await act(read.value);
    } catch (error) {
      const changed = changedSince(journal, read.value);
      if (changed === null) throw error;
      return fail(changed);
    }
    const changed = changedSince(journal, read.value);
    return changed === null ? answer : fail(changed);
  }

  async function merge(
    { listIds, name, sourceColumn }: CallRequest<"lists.merge">,
    read: readonly Preflight[],
    signal: AbortSignal,
  ): Promise<Result<CallOutput<"lists.merge">>> {
    const [differs] = mergeDifferences(read);
    if (differs !== undefined) return fail(problem("lists_differ", { name: differs.name }));
    if (read.reduce((rows, list) => rows + list.rows, 0) > MAX_ROWS) {
      return fail(problem("file_too_large", { name, why: "rows_together", most: MAX_ROWS }));
    }
    // Merging re-encodes the rows and drops lines above headers, so an uncertain reading must be settled first.
    const open = read.filter(({ questions = [] }) => questions.length > 0);
    if (open.length > 0) {
      const kinds = open.flatMap(({ questions = [] }) => questions.map(({ kind }) => kind));
      const files = open.map((one) => one.name);
      return fail(problem("file_reading_unclear", { unclear: [...new Set(kinds)], files }));
    }
    const listId = randomUUID();
    const list = layout.list(listId);
    await mkdir(list.dir, { recursive: true, mode: PRIVATE_FOLDER });
    const lists = read.map((one) => ({ list: layout.list(one.listId), name: one.name }));
    const corrections = [...new Map(lists.flatMap((one) => [...correctionsOf(one.list)]))];
    let made = false;
    try {
      const merged = await runner.run(
        "lists.merge",
        { lists, target: list.original, sourceColumn },
        { signal },
      );
      if (!merged.ok) return merged;
      // Checked in the same tick as the insert: a list read again during the merge has different rows.
      const changed = changedSince(journal, read);
      if (changed !== null) return fail(changed);
      const mergedFrom = [...new Set(listIds.flatMap((one) => sourcesOf(journal, one)))];
      insertList(journal, {
        id: listId,
        name,
        sourcePath: null,
        createdAt: clock.now(),
        corrections,
        mergedFrom,
      });
      made = true;
      return ok({ listId, name, options: merged.value.options });
    } finally {
      if (!made) await rm(list.dir, { recursive: true, force: true });
    }
  }

  return {
    "lists.references": async () => ok({ lists: referenceLists() }),
    "lists.flagged": ({ listId, kind, ...page }, { signal }) =>
      withStableReading([listId], () =>
        runner.run("lists.flagged", { list: layout.list(listId), kind, page }, { signal }),
      ),
    "lists.words": ({ listId, column }, { signal }) =>
      withStableReading([listId], () =>
        runner.run("lists.words", { list: layout.list(listId), column }, { signal }),
      ),
    "lists.proposeMapping": ({ listId }, { signal }) =>
      withStableReading([listId], () =>
        runner.run("lists.proposeMapping", { list: layout.list(listId) }, { signal }),
      ),
    async "lists.mergeable"({ listIds }) {
      const read = preflights(listIds);
      if (!read.ok) return read;
      return ok({
        differences: mergeDifferences(read.value),
        leftBehind: droppedLines(read.value),
        typesLost: read.value.some(({ kind }) => kind === "xlsx"),
      });
    },
    "lists.merge": (request, { signal }) =>
      withStableReading(request.listIds, (read) => merge(request, read, signal)),
    "lists.open": ({ source }, { signal }) => open(source, signal),
    "lists.read": ({ listId, options }, { signal }) => read(listId, options, undefined, signal),
    async "lists.preflight"({ listId }) {
      const preflight = preflightOf(journal, listId);
      const isHere = preflight !== null && existsSync(layout.list(listId).columns);
      if (!isHere) return fail(problem("list_unknown"));
      return ok(listInUse(journal, listId) ? withSettledFlag(preflight) : preflight);
    },
    async "lists.unfinished"() {
      const lists = unusedLists(journal, MAX_UNFINISHED).flatMap(({ id, name, options, preflight }) => {
        const files = layout.list(id);
        if (pendingReads.has(id) || !(existsSync(files.original) || existsSync(files.records))) return [];
        return { listId: id, name, options, preflight: existsSync(files.columns) ? preflight : null };
      });
      return ok({ lists });
    },
    async "lists.cancel"({ listId }) {
      await stop(listId);
      return ok({});
    },
    async "lists.discard"({ listId }) {
      const stored = findList(journal, listId);
      if (stored === null) return ok({});
      if (listInUse(journal, listId)) return fail(problem("list_in_use", { name: stored.name }));
      await stop(listId);
      if (!deleteList(journal, listId)) return fail(problem("list_in_use", { name: stored.name }));
      await rm(layout.list(listId).dir, { recursive: true, force: true });
      // Truncate the WAL: the deleted journal row contained sample rows of the list.
      truncateWal(journal.db);
      return ok({});
    },
    "lists.malformed": ({ listId, ...page }) =>
      withStableReading([listId], () => ok(malformedPage(layout.list(listId), page))),
    "lists.typos": ({ listId, of, ...page }) =>
      withStableReading([listId], () => ok(typoPage(layout.list(listId), of, page))),
    "lists.typoDomains": ({ listId, ...page }) =>
      withStableReading([listId], () => ok(typoDomains(layout.list(listId), page))),
    // Serialized per list, because each acceptance builds on the stored corrections of the previous one.
    "lists.acceptTypos": (request, { signal }) =>
      turns.take(request.listId, () => acceptTypos(request, signal)),
  };

  async function acceptTypos(
    { listId, addresses, meant, accept }: CallRequest<"lists.acceptTypos">,
    signal: AbortSignal,
  ): Promise<Result<Record<never, never>>> {
    if (signal.aborted) return fail(problem("cancelled"));
    const list = layout.list(listId);
    const suggestions = await withStableReading([listId], () => ok(typoSuggestions(list)));
    if (!suggestions.ok) return suggestions;
    const stored = findList(journal, listId);
    if (stored === null) return fail(problem("list_unknown"));
    const corrections = new Map(stored.corrections);
    for (const address of [...addresses, ...typosMeaning(list, meant)]) {
      const key = cellKey(address);
      const folded = suggestions.value.has(key) ? key : foldAddress(address);
      const suggestion = suggestions.value.get(folded);
      if (!accept) corrections.delete(folded);
      else if (suggestion !== undefined) corrections.set(folded, suggestion);
    }
    const result = await read(listId, stored.options, [...corrections], signal);
    return result.ok ? ok({}) : result;
  }
}

/** Marks the preflight of a list that already has a cleaning. */
function withSettledFlag(preflight: Preflight): Preflight {
  return { ...preflight, settled: true };
}
