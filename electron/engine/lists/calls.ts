import { randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { foldAddress } from "../../../shared/addresses.ts";
import type { ReferenceOverride } from "../../../shared/bridge/app.ts";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { CallOutput, CallRequest } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import { type Clock, createTurns, type Emit, type Handlers } from "../handlers.ts";
import { emptyLog, type Journal, type Layout, PRIVATE_FOLDER, type TaskRunner } from "../store/index.ts";
import { cellKey, referenceLists } from "../text/index.ts";
import { copyIn, writeIn } from "./intake/copy.ts";
import { listOfPasted } from "./intake/pasted.ts";
import { leftBehind, mergeDifferences } from "./merge.ts";
import { MOST_ROWS } from "./read/bulk.ts";
import { readProgressSchema } from "./read/read-cells.ts";
import { fileStamp } from "./stored/open-list.ts";
import {
  correctionsOf,
  malformedPage,
  typoDomains,
  typoPage,
  typoSuggestions,
  typosMeaning,
} from "./stored/pages.ts";
import {
  beginRead,
  type Correction,
  changedSince,
  findList,
  forgetList,
  insertList,
  keepRead,
  listInUse,
  preflightOf,
  readyPreflight,
  saveRead,
  sourcesOf,
  unusedLists,
} from "./stored/registry.ts";
import type { ListTasks } from "./thread-tasks.ts";

/** A file that the browser host has received. */
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
  /** The uploaded file of that number; null: there is none. */
  readonly resolveUpload: (uploadId: string) => Promise<UploadedFile | null> | UploadedFile | null;
  /** The user's own word on entries of the reference lists. */
  readonly overrides?: () => readonly ReferenceOverride[];
  /** The sample list. */
  readonly samplePath: string;
}

/** No more are told of at once: nobody prepares so many. */
const MOST_UNFINISHED = 100;

type ListCall = Extract<keyof Handlers, `lists.${string}`>;

/** A read that is under way. */
interface Underway {
  readonly stop: AbortController;
  readonly settled: Promise<unknown>;
  /** What was known of the list before, and the columns that it was known of. */
  readonly before: { preflight: Preflight; columns: string } | null;
}

/** Returns the pasted text of a source; `null` if it is a file. */
async function pastedIn(source: ListSource, path: string | null): Promise<string | null> {
  if (source.kind === "text") return source.text;
  return source.kind === "upload" && source.pasted === true && path !== null
    ? await readFile(path, "utf8")
    : null;
}

/** The handlers of every `lists.*` call. */
export function createListCalls(input: ListCallsInput): Handlers<ListCall> {
  const { journal, layout, runner, emit, clock } = input;
  const underWay = new Map<string, Underway>();
  const turns = createTurns();

  async function open(
    source: ListSource,
    signal: AbortSignal,
  ): Promise<Result<{ listId: string; name: string }>> {
    const listId = randomUUID();
    const list = layout.list(listId);
    const found = await locate(source);
    if (!found.ok) return found;
    const { name, path } = found.value;
    const pasted = await pastedIn(source, path);
    const copied =
      pasted === null
        ? await copyIn(path ?? "", name, list, signal)
        : await writeIn(listOfPasted(pasted), list);
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
    // What the addresses were held against is settled once a cleaning is made of it.
    const classified = inUse || isDeepStrictEqual(overrides, stored.overrides);
    if (same && classified && stored.preflight !== null && existsSync(list.columns)) {
      return ok(inUse ? settled(stored.preflight) : stored.preflight);
    }
    if (inUse) return fail(problem("list_in_use", { name: stored.name }));
    const abort = new AbortController();
    const columns = fileStamp(list.columns);
    const before =
      underWay.get(listId)?.before ??
      (stored.preflight === null || columns === null ? null : { preflight: stored.preflight, columns });
    const previous = stop(listId);
    beginRead(journal, listId);
    // Registered before anything is waited for: whoever cancels now means this read.
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
    underWay.set(listId, { stop: abort, settled: run, before });
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
      if (underWay.get(listId)?.stop === abort) {
        underWay.delete(listId);
        // It ended before it changed anything: what was read before is still what is there.
        if (result?.ok !== true && before !== null && fileStamp(list.columns) === before.columns)
          keepRead(journal, listId, before.preflight);
      }
    }
  }

  /** Ends the read of a list that is under way; two must not write at once. */
  async function stop(listId: string): Promise<void> {
    const read = underWay.get(listId);
    if (read === undefined) return;
    read.stop.abort();
    await Promise.allSettled([read.settled]);
  }

  /** Lists as they were read. Problems: `list_unknown`, and `list_changed` while one of them is read. */
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
   * What `act` makes of lists as they were read. Problems: as `preflights`, also where a list was read anew meanwhile: then
   * nobody can tell which reading the answer is about, or why there is none.
   */
  async function asRead<T>(
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
    if (read.reduce((rows, list) => rows + list.rows, 0) > MOST_ROWS) {
      return fail(problem("file_too_large", { name, why: "rows_together", most: MOST_ROWS }));
    }
    // Words are read anew where the lists differ, and what stands above a header is left behind.
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
      // Looked at in the same turn in which it becomes a list: one that was read anew has other rows by now.
      const changed = changedSince(journal, read);
      if (changed !== null) return fail(changed);
      const mergedFrom = [...new Set(listIds.flatMap((one) => sourcesOf(journal, one)))];
      insertList(journal, {
        ...{ id: listId, name, sourcePath: null, createdAt: clock.now() },
        ...{ corrections, mergedFrom },
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
      asRead([listId], () =>
        runner.run("lists.flagged", { list: layout.list(listId), kind, page }, { signal }),
      ),
    "lists.words": ({ listId, column }, { signal }) =>
      asRead([listId], () => runner.run("lists.words", { list: layout.list(listId), column }, { signal })),
    async "lists.mergeable"({ listIds }) {
      const read = preflights(listIds);
      if (!read.ok) return read;
      return ok({
        differences: mergeDifferences(read.value),
        leftBehind: leftBehind(read.value),
        typesLost: read.value.some(({ kind }) => kind === "xlsx"),
      });
    },
    "lists.merge": (request, { signal }) => asRead(request.listIds, (read) => merge(request, read, signal)),
    "lists.open": ({ source }, { signal }) => open(source, signal),
    "lists.read": ({ listId, options }, { signal }) => read(listId, options, undefined, signal),
    async "lists.preflight"({ listId }) {
      const preflight = preflightOf(journal, listId);
      const isHere = preflight !== null && existsSync(layout.list(listId).columns);
      if (!isHere) return fail(problem("list_unknown"));
      return ok(listInUse(journal, listId) ? settled(preflight) : preflight);
    },
    async "lists.unfinished"() {
      const lists = unusedLists(journal, MOST_UNFINISHED).flatMap(({ id, name, options, preflight }) => {
        const files = layout.list(id);
        if (underWay.has(id) || !(existsSync(files.original) || existsSync(files.records))) return [];
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
      if (!forgetList(journal, listId)) return fail(problem("list_in_use", { name: stored.name }));
      await rm(layout.list(listId).dir, { recursive: true, force: true });
      // Its row holds a sample of its rows.
      emptyLog(journal.db);
      return ok({});
    },
    "lists.malformed": ({ listId, ...page }) =>
      asRead([listId], () => ok(malformedPage(layout.list(listId), page))),
    "lists.typos": ({ listId, of, ...page }) =>
      asRead([listId], () => ok(typoPage(layout.list(listId), of, page))),
    "lists.typoDomains": ({ listId, ...page }) =>
      asRead([listId], () => ok(typoDomains(layout.list(listId), page))),
    // The next acceptance adds to what the one before it has stored.
    "lists.acceptTypos": (request, { signal }) =>
      turns.take(request.listId, () => acceptTypos(request, signal)),
  };

  async function acceptTypos(
    { listId, addresses, meant, accept }: CallRequest<"lists.acceptTypos">,
    signal: AbortSignal,
  ): Promise<Result<Record<never, never>>> {
    if (signal.aborted) return fail(problem("cancelled"));
    const list = layout.list(listId);
    const suggestions = await asRead([listId], () => ok(typoSuggestions(list)));
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

/** How a list was read, of which a cleaning was made. */
function settled(preflight: Preflight): Preflight {
  return { ...preflight, settled: true };
}
