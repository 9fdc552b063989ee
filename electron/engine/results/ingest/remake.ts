import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { foldAddress } from "../../../../shared/addresses.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { syncFolder } from "../../data-folder/index.ts";
import { type OpenList, openList, writeUploadAgain } from "../../lists/index.ts";
import { suppressedAmong, suppressedEntries } from "../../settings/index.ts";
import {
  type CleaningLayout,
  type ColumnStore,
  type Layout,
  layoutOf,
  openColumns,
} from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";
import { openArchive } from "../archive/archive.ts";
import { isDamaged } from "../archive/damage.ts";
import type { KnownColumns } from "../archive/look-ups.ts";
import { FATE, RESULT_COLUMNS } from "../format.ts";
import { leftOutName } from "../leave-out.ts";
import { beginResults, makeTables } from "../results-file.ts";
import { resultsOfList } from "./file-verdicts.ts";
import { countOf, findParts, idsOf } from "./find-parts.ts";
import { fillFromArchive } from "./from-archive.ts";
import { ingest } from "./ingest.ts";
import { isWithoutTables } from "./is-home.ts";
import type { RemakeInput } from "./known-cleaning.ts";

export interface Remade {
  /** `results.db` was put together again. */
  readonly results: boolean;
  /** Parts whose uploads were written once more. */
  readonly uploads: number;
  /** Parts whose uploads are not there and could not be. */
  readonly lostUploads: readonly number[];
  /** The user's own marks could be read out of what was damaged; of no meaning where nothing was. */
  readonly marksKept: boolean;
  /** How many addresses of each part that was done have no verdict now. */
  readonly missing: readonly { readonly ordinal: number; readonly missing: number }[];
}

/**
 * Makes anew what is missing or damaged of a cleaning's files, out of what else there is of it: which address is of which
 * part stands in the uploads, the verdicts stand in the files that the service sent and in the archive. The list has to
 * be whole. Problem: `list_files_lost`, where it is not known any more which addresses a part has that is not over.
 */
export const remakeTask: Task<RemakeInput, Remade> = async (input) => {
  const layout = layoutOf(input.dataDir);
  const files = layout.cleaning(input.cleaningId);
  const list = openList(layout.list(input.listId));
  try {
    const stood = fatesOf(files.results, list.addresses);
    const results = stood === null;
    const remade = results
      ? await remake(input, layout, files, list)
      : ok({ marksKept: true, missing: await takeDone(input, layout, files.results) });
    if (!remade.ok) return remade;
    const fate = stood ?? fatesOf(files.results, list.addresses) ?? new Uint16Array();
    return ok({ results, ...rewriteUploads(input, files, list, fate), ...remade.value });
  } finally {
    list.close();
  }
};

/** The fates in `results.db`; null: it is missing, damaged, or of another list. */
function fatesOf(path: string, addresses: number): Uint16Array | null {
  if (!existsSync(path)) return null;
  try {
    const store = openColumns(path, { readonly: true });
    try {
      if (store.db.pragma("quick_check(1)", { simple: true }) !== "ok") return null;
      store.db.prepare("SELECT 1 FROM ingested LIMIT 1").get();
      const fate = store.get(RESULT_COLUMNS.fate.name, RESULT_COLUMNS.fate.kind);
      return fate?.length === addresses ? fate : null;
    } finally {
      store.close();
    }
  } catch (error) {
    if (isDamaged(error) || isWithoutTables(error)) return null;
    throw error;
  }
}

async function remake(
  input: RemakeInput,
  layout: Layout,
  files: CleaningLayout,
  list: OpenList,
): Promise<Result<Pick<Remade, "marksKept" | "missing">>> {
  const found = input.imported ? findImported(files, list) : findParts(input, layout, list);
  if (!found.ok) return found;
  const fate = found.value;
  for (const { ordinal, addresses, isOpen } of input.parts) {
    if (isOpen && countOf(fate, ordinal) !== addresses)
      return fail(problem("list_files_lost", { name: input.name, file: "results" }));
  }
  const classified = classify(input, layout, list, fate);
  if (!classified.ok) return classified;
  const growing = `${files.results}.remade`;
  for (const end of ["", "-wal", "-shm"]) rmSync(growing + end, { force: true });
  beginResults(growing, { fate, known: classified.value });
  noteLeftOut(growing, input.parts);
  const marksKept = bringMarks(files.results, growing);
  const missing = await takeDone(input, layout, growing);
  for (const end of ["-wal", "-shm"]) rmSync(files.results + end, { force: true });
  // Nobody can say what else could still be read in it.
  if (existsSync(files.results)) renameSync(files.results, `${files.results}.damaged`);
  renameSync(growing, files.results);
  syncFolder(dirname(files.results));
  return ok({ marksKept, missing });
}

/** Everything that was not suppressed is of the one part; without its file, the list is that file. */
function findImported(files: CleaningLayout, list: OpenList): Result<Uint16Array> {
  if (!existsSync(files.download(1))) {
    const bytes = resultsOfList(list);
    if (!bytes.ok) return bytes;
    writeFileSync(files.download(1), bytes.value, { mode: 0o600 });
  }
  return ok(new Uint16Array(list.addresses));
}

/**
 * Says of every address that is of no part why it was not sent, as far as that is known: it was suppressed, its verdict was
 * known, or there were enough. Answers the verdicts that are known.
 */
function classify(input: RemakeInput, layout: Layout, list: OpenList, fate: Uint16Array) {
  const { options, price, imported, parts, createdAt } = input;
  const among = (then?: number) => {
    const entries = options.suppress ? suppressedEntries(layout, then) : ok(new Set<string>());
    if (!entries.ok) return entries;
    return ok(suppressedAmong(entries.value, fate.length, (id) => foldAddress(list.address(id)), list));
  };
  const atStart = among(createdAt);
  if (!atStart.ok) return atStart;
  const wasSuppressed = (id: number) => price.suppressed > 0 && atStart.value?.[id] === 1;
  if (imported) {
    for (let id = 0; id < fate.length; id++) fate[id] = wasSuppressed(id) ? FATE.suppressed : 1;
    return ok(null);
  }
  const known = price.known === 0 ? null : knownThen(layout.archive, input, list);
  const isWhole = parts.every(({ ordinal, addresses }) => countOf(fate, ordinal) === addresses);
  const last = fate.reduce((latest, one, id) => (one === FATE.undecided ? latest : id), -1);
  const mayBeBeyond = (id: number) => isWhole && price.beyondLimit > 0 && id > last;
  const wereKnown = known === null ? new Set() : newestOf(known, price.known, fate, (id) => !mayBeBeyond(id));
  const onlySuppressed = isWhole && price.suppressed > 0 && price.known + price.beyondLimit === 0;
  // Who came onto a list since may have been left out of a part before it was sent.
  const byNow = among();
  if (!byNow.ok) return byNow;
  for (const id of idsOf(fate, FATE.undecided)) {
    if (wasSuppressed(id)) fate[id] = FATE.suppressed;
    else if (wereKnown.has(id)) fate[id] = FATE.known;
    else if (byNow.value?.[id] === 1 || onlySuppressed) fate[id] = FATE.suppressed;
    else if (mayBeBeyond(id)) fate[id] = FATE.beyondLimit;
  }
  return ok(known);
}

/** What was known of the list's addresses when the cleaning began. */
function knownThen(path: string, { scope, createdAt }: RemakeInput, list: OpenList): KnownColumns {
  const archive = openArchive(path, { readonly: true });
  try {
    return archive.lookUp(scope, list, { now: createdAt, freshAfter: 0, freshAfterUnknown: 0 });
  } finally {
    archive.close();
  }
}

/** The `most` undecided addresses that were known best: those that are `certain` first, then the most recent verdicts. */
function newestOf(
  { verdict, verifiedAt }: KnownColumns,
  most: number,
  fate: Uint16Array,
  certain: (id: number) => boolean,
): Set<number> {
  const ids = Array.from(idsOf(fate, FATE.undecided)).filter((id) => verdict[id] !== 0);
  const rank = (id: number) => (certain(id) ? Number.POSITIVE_INFINITY : (verifiedAt[id] ?? 0));
  return new Set(ids.sort((a, b) => (rank(a) === rank(b) ? a - b : rank(b) - rank(a))).slice(0, most));
}

/** Brings the user's marks along from the file that is damaged; false: they cannot be read there. */
function bringMarks(damaged: string, growing: string): boolean {
  if (!existsSync(damaged)) return false;
  let old: ColumnStore | null = null;
  const store = openColumns(growing);
  try {
    old = openColumns(damaged, { readonly: true });
    const steps = old.db
      .prepare("SELECT decision, reason, rows, undone FROM override_steps ORDER BY id")
      .raw()
      .all();
    makeTables(store);
    const insert = store.db.prepare(
      "INSERT INTO override_steps (decision, reason, rows, undone) VALUES (?, ?, ?, ?)",
    );
    store.transaction(() => {
      for (const step of steps) insert.run(step);
    });
    return true;
  } catch {
    // Too damaged.
    return false;
  } finally {
    old?.close();
    store.close();
  }
}

/** Takes every part in that was done, or whose file is all here, and is not in `results`; answers what is missing of those. */
async function takeDone(
  input: RemakeInput,
  layout: Layout,
  results: string,
): Promise<{ ordinal: number; missing: number }[]> {
  const files = layout.cleaning(input.cleaningId);
  const taken: { ordinal: number; missing: number }[] = [];
  for (const part of input.parts) {
    const { ordinal, isDone } = part;
    if (isIn(results, ordinal)) continue;
    const download = files.download(ordinal);
    const at = statSync(download, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined || part.answer !== null)
      await ingest({
        list: layout.list(input.listId),
        results,
        archive: layout.archive,
        scope: input.scope,
        cleaningId: input.cleaningId,
        ordinal,
        download,
        answer: part.answer,
        allColumns: input.options.allColumns,
        expectedTotal: part.expectedTotal,
        takeShort: isDone,
        source: input.imported ? "imported" : "service",
        now: Math.round(at ?? part.answer?.at ?? input.createdAt),
      });
    const missing = fillFromArchive(input, layout, results, ordinal, isDone);
    if (isDone && missing !== null) taken.push({ ordinal, missing });
  }
  return taken;
}

function isIn(results: string, ordinal: number): boolean {
  const store = openColumns(results, { readonly: true });
  try {
    return store.db.prepare("SELECT 1 FROM ingested WHERE ordinal = ?").get(ordinal) !== undefined;
  } finally {
    store.close();
  }
}

/** Writes the uploads of parts once more that are not there, or not whole; answers how many, and those that could not be. */
function rewriteUploads(
  input: RemakeInput,
  { upload, results }: CleaningLayout,
  list: OpenList,
  fate: Uint16Array,
): Pick<Remade, "uploads" | "lostUploads"> {
  const lostUploads: number[] = [];
  let uploads = 0;
  for (const { ordinal, bytes, addresses, leftOut } of input.imported ? [] : input.parts) {
    const path = upload(ordinal);
    // Of a part that addresses are being taken out of, it is written when that is gone on with.
    const isThere = bytes !== null && statSync(path, { throwIfNoEntry: false })?.size === bytes;
    if (isThere || addresses === 0 || leftOutOf(results, ordinal) > leftOut) continue;
    const isWhole = countOf(fate, ordinal) === addresses;
    const { allColumns } = input.options;
    const written = isWhole
      ? writeUploadAgain(list, idsOf(fate, ordinal), { allColumns, bytes, path })
      : "other";
    if (written === "written") uploads++;
    if (written === "other") lostUploads.push(ordinal);
  }
  return { uploads, lostUploads };
}

/** How many addresses were taken out of a part, by the results. */
function leftOutOf(results: string, ordinal: number): number {
  const store = openColumns(results, { readonly: true });
  try {
    return z
      .int()
      .catch(0)
      .parse(store.getMeta(leftOutName(ordinal)));
  } finally {
    store.close();
  }
}

/** Notes in the new results what was taken out of parts, as the journal knows it. */
function noteLeftOut(path: string, parts: RemakeInput["parts"]): void {
  const store = openColumns(path);
  try {
    for (const { ordinal, leftOut } of parts) if (leftOut > 0) store.putMeta(leftOutName(ordinal), leftOut);
  } finally {
    store.close();
  }
}
