import type { ListSource, Preflight, ReadOptions, ReadQuestion } from "../../../shared/bridge/lists.ts";
import { countOptOuts, optOutSources } from "../../../shared/opt-outs.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ListLayout, TaskRunner } from "../store/index.ts";
import { recipientColumns, sourceNamed } from "../vocabularies/index.ts";
import type { RecipientChoice } from "./extract-outcomes.ts";
import type { MemoryTasks, Suppressed } from "./thread-tasks.ts";

export interface ListsRead {
  read(listId: string, options: ReadOptions, signal: AbortSignal): Promise<Result<Preflight>>;
}

export interface OpenedLists extends ListsRead {
  open(source: ListSource, signal: AbortSignal): Promise<Result<{ listId: string; name: string }>>;
  discard(listId: string): Promise<unknown>;
}

interface TakeFileDeps {
  readonly lists: ListsRead;
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
}

export interface FileToSuppress {
  readonly listId: string;
  readonly list: ListLayout;
  readonly source: ListSource;
  /** Take everyone, even from another service's file with outcomes or verdicts. */
  readonly everyone: boolean;
  readonly column?: string | undefined;
  readonly target: string;
  readonly erased: string;
}

/** Returns a list's source and recipient column. Fails with `import_nothing` or `file_column_unclear`. */
export function recipientChoice(
  { name, questions, addressColumn, candidates, columns, hasHeader }: Preflight,
  given?: string,
  chosen?: number,
): Result<RecipientChoice> {
  const id = given ?? questions?.map(sourceIn).find((one) => one !== null);
  if (id === undefined) return fail(problem("import_nothing", { name }));
  const header = hasHeader ? columns.map((one) => one.name) : [];
  const source = sourceNamed(id);
  const [named] = source === null ? [] : recipientColumns(source, header);
  const column = chosen ?? named ?? addressColumn;
  if (column !== null) return ok({ source: id, column, isChosen: chosen !== undefined });
  const names = candidates.map((index) => `${index + 1} (${columns[index]?.name ?? ""})`);
  return fail(problem("file_column_unclear", { columns: names }));
}

/** Returns the source of the outcomes that a question is about; of opt-outs, the certain ones. */
function sourceIn(question: ReadQuestion): string | null {
  if (question.kind === "outcomes") return question.source;
  if (question.kind !== "opt_outs") return null;
  return optOutSources(question, (_column, { meaning }) => meaning !== null)[0] ?? null;
}

/** Returns whether the file contains outcomes or verdicts, or people who did not opt out. */
function hasMoreThanPeople({ questions = [], resultsOf }: Preflight): boolean {
  if (resultsOf !== undefined) return true;
  return questions.some((one) => {
    if (one.kind !== "opt_outs") return one.kind === "outcomes" || one.kind === "results";
    return (
      one.export !== null || one.columns.every(({ words }) => countOptOuts([{ words }]).certain < one.rows)
    );
  });
}

/**
 * Writes the entries of everyone in a file. Fails with `suppression_mixed` (outcomes or verdicts, without `everyone`),
 * `suppression_sheets` or `suppression_column` if ambiguous, or problems of reading lists and of the store.
 */
export async function extractEntries(
  { lists, runner }: TakeFileDeps,
  { listId, list, source, everyone, column, target, erased }: FileToSuppress,
  signal: AbortSignal,
): Promise<Result<Suppressed>> {
  // Pasted text is always UTF-8.
  const how: ReadOptions = source.kind === "text" ? { encoding: "UTF-8" } : {};
  let read = await lists.read(listId, how, signal);
  // A list of domains has no address column; the task detects the column. Its first line may look like a header.
  if (!read.ok && (read.problem.code === "file_no_addresses" || read.problem.code === "file_empty"))
    read = await lists.read(listId, { ...how, column: 0, hasHeader: false }, signal);
  if (!read.ok) return read;
  const { name, questions = [] } = read.value;
  const sheets = questions.flatMap((one) => (one.kind === "sheet" ? one.alternatives : []));
  // People on an unread sheet would still be mailed.
  if (sheets.length > 1)
    return fail(problem("suppression_sheets", { name, sheets: sheets.map((sheet) => sheet.name) }));
  if (!everyone && hasMoreThanPeople(read.value)) return fail(problem("suppression_mixed", { name }));
  const { addressColumn } = read.value;
  const recipient =
    hasMoreThanPeople(read.value) && addressColumn !== null ? String(addressColumn + 1) : undefined;
  const input = { list, name, column: column ?? recipient, target, erased };
  return runner.run("memory.takeSuppressed", input, { signal });
}
