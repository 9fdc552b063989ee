import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, type Result } from "../../../shared/result.ts";
import type { ListLayout, TaskRunner } from "../store/index.ts";
import type { MemoryTasks, Suppressed } from "./thread-tasks.ts";

/** Lists as they are read everywhere, with their encoding, their columns and their sheets found. */
export interface ListsRead {
  read(listId: string, options: ReadOptions, signal: AbortSignal): Promise<Result<Preflight>>;
}

/** Lists that are opened to be read once, and forgotten. */
export interface OpenedLists extends ListsRead {
  open(source: ListSource, signal: AbortSignal): Promise<Result<{ listId: string; name: string }>>;
  discard(listId: string): Promise<unknown>;
}

interface Segments {
  readonly lists: ListsRead;
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
}

/** A file that was copied in as a list, to be made a suppression list of. */
export interface FileToSuppress {
  readonly listId: string;
  readonly list: ListLayout;
  /** Where it came from. */
  readonly source: ListSource;
  /** Everyone in it is meant, also of another service's file, which says more of people than that they are in it. */
  readonly everyone: boolean;
  /** The file to write the entries to, one a line, each once. */
  readonly target: string;
  /** See erased.ts. */
  readonly erased: string;
}

/** Whose export a list is (as `given`, or as it seems) that says what became of mail, and its columns of addresses; null: nobody's that is known. */
export function exportOf(
  { questions, addressColumn, candidates }: Pick<Preflight, "questions" | "addressColumn" | "candidates">,
  given?: string,
): { source: string; columns: readonly number[] } | null {
  const source = given ?? questions?.find((one) => one.kind === "outcomes")?.source;
  if (source === undefined) return null;
  return { source, columns: addressColumn === null ? candidates : [addressColumn] };
}

/** Whether another service's file says more of people than that they are in it. */
function saysMore({ questions = [], resultsOf }: Preflight): boolean {
  return resultsOf !== undefined || questions.some(({ kind }) => kind === "outcomes" || kind === "results");
}

/**
 * Writes the entries of everybody in a file. Of a workbook, those of one sheet. Problems: `suppression_mixed` of another
 * service's file, unless `everyone` is meant; `suppression_sheets`; those of reading a list, and of the store.
 */
export async function takeFile(
  { lists, runner }: Segments,
  { listId, list, source, everyone, target, erased }: FileToSuppress,
  signal: AbortSignal,
): Promise<Result<Suppressed>> {
  // Text that was pasted was never in another encoding.
  const how: ReadOptions = source.kind === "text" ? { encoding: "UTF-8" } : {};
  let read = await lists.read(listId, how, signal);
  const isOfDomains = !read.ok && read.problem.code === "file_no_addresses";
  // A list of domains alone has no column of addresses: any may hold them.
  if (isOfDomains) read = await lists.read(listId, { ...how, column: 0, hasHeader: false }, signal);
  if (!read.ok) return read;
  const { name, questions = [] } = read.value;
  const sheets = questions.flatMap((one) => (one.kind === "sheet" ? one.alternatives : []));
  // Whoever stands on a sheet that was not read would be written to.
  if (sheets.length > 1)
    return fail(problem("suppression_sheets", { name, sheets: sheets.map((sheet) => sheet.name) }));
  if (!everyone && saysMore(read.value)) return fail(problem("suppression_mixed", { name }));
  return runner.run("memory.takeSuppressed", { list, isOfDomains, target, erased }, { signal });
}
