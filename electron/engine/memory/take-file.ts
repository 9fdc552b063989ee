import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ListLayout, TaskRunner } from "../store/index.ts";
import { recipientColumns, sourceNamed } from "../vocabularies/index.ts";
import type { RecipientChoice } from "./taken-outcomes.ts";
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
  /** The column with the entries, by its name or its number counted from 1. */
  readonly column?: string | undefined;
  /** The file to write the entries to, one a line, each once. */
  readonly target: string;
  /** See erased.ts. */
  readonly erased: string;
}

/**
 * Returns whose export a list is (`given`, or as recognised) and the column with its recipients: the `chosen` one, the source's, or
 * the one that the list was read with. Problems: `import_nothing`, `file_column_unclear`.
 */
export function recipientChoice(
  { name, questions, addressColumn, candidates, columns, hasHeader }: Preflight,
  given?: string,
  chosen?: number,
): Result<RecipientChoice> {
  const id = given ?? questions?.find((one) => one.kind === "outcomes")?.source;
  if (id === undefined) return fail(problem("import_nothing", { name }));
  const header = hasHeader ? columns.map((one) => one.name) : [];
  const source = sourceNamed(id);
  const [named] = source === null ? [] : recipientColumns(source, header);
  const column = chosen ?? named ?? addressColumn;
  if (column !== null) return ok({ source: id, column, isChosen: chosen !== undefined });
  const names = candidates.map((index) => `${index + 1} (${columns[index]?.name ?? ""})`);
  return fail(problem("file_column_unclear", { columns: names }));
}

/** Whether another service's file says more of people than that they are in it. */
function saysMore({ questions = [], resultsOf }: Preflight): boolean {
  return resultsOf !== undefined || questions.some(({ kind }) => kind === "outcomes" || kind === "results");
}

/**
 * Writes the entries of everyone in a file. Of a workbook, those of one sheet. Problems: `suppression_mixed` if it is another
 * service's file, unless `everyone` is meant; `suppression_sheets`; `suppression_column` if it is unclear which column holds the
 * entries; those of reading a list, and of the store.
 */
export async function takeFile(
  { lists, runner }: Segments,
  { listId, list, source, everyone, column, target, erased }: FileToSuppress,
  signal: AbortSignal,
): Promise<Result<Suppressed>> {
  // Text that was pasted was never in another encoding.
  const how: ReadOptions = source.kind === "text" ? { encoding: "UTF-8" } : {};
  let read = await lists.read(listId, how, signal);
  // A list of domains has no address column: the task finds the column with the entries.
  if (!read.ok && read.problem.code === "file_no_addresses")
    read = await lists.read(listId, { ...how, column: 0, hasHeader: false }, signal);
  if (!read.ok) return read;
  const { name, questions = [] } = read.value;
  const sheets = questions.flatMap((one) => (one.kind === "sheet" ? one.alternatives : []));
  // Whoever stands on a sheet that was not read would be written to.
  if (sheets.length > 1)
    return fail(problem("suppression_sheets", { name, sheets: sheets.map((sheet) => sheet.name) }));
  if (!everyone && saysMore(read.value)) return fail(problem("suppression_mixed", { name }));
  const { addressColumn } = read.value;
  const recipient = saysMore(read.value) && addressColumn !== null ? String(addressColumn + 1) : undefined;
  const input = { list, name, column: column ?? recipient, target, erased };
  return runner.run("memory.takeSuppressed", input, { signal });
}
