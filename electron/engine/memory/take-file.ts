import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { WhoToSuppress } from "../../../shared/bridge/suppression.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ListLayout, TaskRunner } from "../store/index.ts";
import type { MemoryTasks, Suppressed } from "./thread-tasks.ts";

/** Lists as they are read everywhere, with their encoding, their columns and their sheets found. */
export interface ListsRead {
  read(listId: string, options: ReadOptions, signal: AbortSignal): Promise<Result<Preflight>>;
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
  /** Whom the user means, of an export that says more of people than that they are in it. */
  readonly who: WhoToSuppress | undefined;
  /** The file to write the entries to, one a line, each once. */
  readonly target: string;
}

/** Whose export a list seems to be that says of people whether they may be mailed, and its columns of addresses; null: none is known to be. */
export function exportOf(
  read: Pick<Preflight, "questions" | "addressColumn" | "candidates">,
): { source: string; columns: readonly number[] } | null {
  const asked = read.questions?.find((one) => one.kind === "outcomes");
  if (asked === undefined) return null;
  return { source: asked.source, columns: columnsOf(read) };
}

/** The same, and results of a verification service, whether they are read as results or could be. */
function sourceOf(read: Preflight): { source: string; columns: readonly number[] } | null {
  const asked = read.questions?.find((one) => one.kind === "results");
  const source = read.resultsOf?.source ?? asked?.sources[0]?.source;
  return exportOf(read) ?? (source === undefined ? null : { source, columns: columnsOf(read) });
}

function columnsOf({ addressColumn, candidates }: Pick<Preflight, "addressColumn" | "candidates">) {
  return addressColumn === null ? candidates : [addressColumn];
}

/**
 * Writes the entries of a file: everybody's, or in another service's those alone who are not to be mailed by what it says. Of a
 * workbook, those of one sheet. Problems: `suppression_mixed` where it must be said which of the two is meant,
 * `suppression_unsaid`, `suppression_sheets`; those of reading a list, and of the store.
 */
export async function takeFile(
  segments: Segments,
  file: FileToSuppress,
  signal: AbortSignal,
): Promise<Result<Suppressed>> {
  const taken = await takeEveryone(segments, file, signal);
  if (!taken.ok || file.who === "everyone") return taken;
  const { read, ...everyone } = taken.value;
  const found = sourceOf(read);
  if (found === null)
    return file.who === undefined ? ok(everyone) : fail(problem("suppression_unsaid", { name: read.name }));
  const input = { list: file.list, ...found, dataDir: null };
  const target = file.who === "unmailable" ? file.target : null;
  const said = await segments.runner.run("memory.takeUnmailable", { ...input, target }, { signal });
  if (!said.ok) return said;
  const { addresses } = said.value;
  const { written } = said.value;
  if (written !== null) return ok({ ...written, addresses, domains: 0, ignored: said.value.without });
  if (addresses >= everyone.addresses + everyone.domains) return ok(everyone);
  const others = everyone.addresses + everyone.domains - addresses;
  return fail(problem("suppression_mixed", { name: read.name, unmailable: addresses, others }));
}

type Everyone = Suppressed & { readonly read: Preflight };

async function takeEveryone(
  { lists, runner }: Segments,
  { listId, list, source, target }: FileToSuppress,
  signal: AbortSignal,
): Promise<Result<Everyone>> {
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
  const taken = await runner.run("memory.takeSuppressed", { list, isOfDomains, target }, { signal });
  return taken.ok ? ok({ ...taken.value, read: read.value }) : taken;
}
