import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { DomainLookup } from "../../../../shared/bridge/domains.ts";
import { type Preflight, type ReadOptions, readOptionsSchema } from "../../../../shared/bridge/lists.ts";
import type { DateOrder } from "../../../../shared/date-order.ts";
import { domainWords } from "../../../../shared/domain-words.ts";
import { optOutSources } from "../../../../shared/opt-outs.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { questionsToAnswer } from "../../../../shared/questions.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { importedSentences } from "../../../../shared/source-sentences.ts";
import type { Session } from "../session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { questionLines, readingNotes, readingProblem, withSourceAdvice } from "./open-questions.ts";
import { STANDARD_INPUT } from "./piped-list.ts";

/** Absent options are detected. */
export interface ReadingFlags {
  readonly column?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly rows?: "lines" | "addresses";
  readonly sheet?: string;
  readonly hiddenRows?: "keep" | "skip";
  readonly headerLine?: number;
  /** False with `--no-header`. */
  readonly header?: boolean;
  readonly fixCells?: boolean;
  readonly readAs?: "results" | "list";
  readonly resultsOf?: string;
  /** People to leave out, of those who opted out by the list's own columns. */
  readonly leaveOut?: "certain" | "all" | "none";
  /** What comes first in dates. */
  readonly dates?: "day-first" | "month-first";
}

/** Returns the order of day and month that was asked for; absent to find it in the file. */
export function dateOrderIn({ dates }: Pick<ReadingFlags, "dates">): DateOrder | undefined {
  if (dates === undefined) return undefined;
  return dates === "day-first" ? "day_first" : "month_first";
}

const DELIMITERS: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  "\\t": "\t",
  pipe: "|",
  bar: "|",
};

/** Converts flags to the options of `lists.read`. Fails with `usage` for invalid values. */
export function readOptionsOf(flags: ReadingFlags): Result<ReadOptions> {
  const {
    column,
    encoding,
    delimiter,
    rows,
    sheet,
    hiddenRows,
    headerLine,
    header,
    readAs,
    resultsOf,
    fixCells,
  } = flags;
  const chosenOptions = {
    ...(column === undefined ? {} : columnOf(column)),
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter: DELIMITERS[delimiter.toLowerCase()] ?? delimiter }),
    ...(rows === undefined ? {} : { rows }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(hiddenRows === undefined ? {} : { hiddenRows }),
    ...(headerLine === undefined ? {} : { headerLine }),
    ...(header === false ? { hasHeader: false } : {}),
    ...(readAs === undefined ? {} : { readAs }),
    ...(resultsOf === undefined ? {} : { resultsOf }),
    ...(fixCells === true ? { fixCells: true } : {}),
  };
  const parsed = readOptionsSchema.safeParse(chosenOptions);
  if (parsed.success) return ok(parsed.data);
  const option = FLAG_NAMES[parsed.error.issues[0]?.path[0] ?? ""] ?? "An option";
  return fail(problem("usage", { why: "value", given: option }));
}

const FLAG_NAMES: Readonly<Partial<Record<PropertyKey, string>>> = {
  column: "--column",
  columnName: "--column",
  encoding: "--encoding",
  delimiter: "--delimiter",
  sheet: "--sheet",
  headerLine: "--header-line",
};

function columnOf(column: string): ReadOptions {
  return /^\d+$/.test(column) ? { column: Number(column) - 1 } : { columnName: column };
}

export interface DomainFlags {
  readonly domains?: boolean;
  readonly resolver?: string;
}

export async function lookUpDomains(
  session: Session,
  terminal: Terminal,
  listId: string,
): Promise<Result<DomainLookup>> {
  const stop = session.engine.on((event) => {
    if (event.event === "domains.progress" && event.listId === listId)
      terminal.progress("domains", event.done, event.total);
  });
  const lookup = await session.call("domains.look", { listId });
  stop();
  terminal.endProgress();
  if (lookup.ok) terminal.say(domainWords.answer(lookup.value));
  return lookup;
}

const END_OF_INPUT = process.platform === "win32" ? "Ctrl-Z and Enter" : "Ctrl-D";

export async function readListFile(
  session: Session,
  terminal: Terminal,
  file: string,
  flags: ReadingFlags,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
): Promise<Result<Preflight>> {
  const options = readOptionsOf(flags);
  if (!options.ok) return options;
  if (file === STANDARD_INPUT && !terminal.canRead) return fail(problem("usage", { why: "typing" }));
  if (file === STANDARD_INPUT && terminal.isTyped)
    terminal.say(`Type or paste the list here, then end the input with ${END_OF_INPUT}.`);
  const opened = await session.openList(file);
  if (!opened.ok) return opened;
  const { listId } = opened.value;
  const stop = session.engine.on((event) => {
    if (event.event === "list.progress" && event.listId === listId) {
      terminal.progress("reading", event.bytesRead, event.bytesTotal);
    }
  });
  const first = await session.call("lists.read", { listId, options: options.value });
  stop();
  terminal.endProgress();
  if (!first.ok) return fail(withSourceAdvice(first.problem));
  const read = await answerOptOuts({
    session,
    terminal,
    list: first.value,
    options: options.value,
    flags,
    isReadOnly,
  });
  if (!read.ok) return read;
  const unfit = unfitOption(flags, read.value);
  if (unfit !== null) return fail(problem("file_option_unfit", { option: unfit }));
  const unclear = columnUnclear(read.value);
  return unclear === null ? ok(read.value) : fail(unclear);
}

/** Leaves out the people of `--leave-out`, and returns the list without the question. */
async function answerOptOuts({
  session,
  terminal,
  list,
  options,
  flags,
  isReadOnly,
}: {
  readonly session: Session;
  readonly terminal: Terminal;
  readonly list: Preflight;
  readonly options: ReadOptions;
  readonly flags: ReadingFlags;
  readonly isReadOnly: boolean;
}): Promise<Result<Preflight>> {
  const { leaveOut } = flags;
  const question = list.questions?.find((one) => one.kind === "opt_outs");
  if (question === undefined || leaveOut === undefined || list.addressColumn === null) return ok(list);
  const { listId, name } = list;
  const isLeftOut: Parameters<typeof optOutSources>[1] = (_column, { meaning }) =>
    leaveOut === "all" || meaning !== null;
  const sources = leaveOut === "none" ? [] : optOutSources(question, isLeftOut);
  if (isReadOnly && sources.length > 0) terminal.say("Nothing is kept now, so no one is left out yet.");
  for (const source of isReadOnly ? [] : sources) {
    const request = { listId, name, as: source, isAgreed: true, dateOrder: dateOrderIn(flags) };
    const imported = await session.call("memory.import", request);
    if (!imported.ok) return imported;
    for (const line of importedSentences(imported.value)) terminal.say(line);
  }
  return session.call("lists.read", { listId, options: { ...options, optOutsAnswered: true } });
}

/** Returns a problem if the address column is unclear; `null` if it is known. */
export function columnUnclear({ addressColumn, candidates, columns }: Preflight): Problem | null {
  if (addressColumn !== null) return null;
  const names = candidates.map((index) => `${index + 1} (${columns[index]?.name ?? ""})`);
  return problem("file_column_unclear", { columns: names });
}

type UnfitOption = "--sheet" | "--hidden-rows" | "--delimiter" | "--rows" | "--encoding";

function unfitOption(flags: ReadingFlags, { sheets }: Preflight): UnfitOption | null {
  const isWorkbook = sheets.length > 0;
  if (!isWorkbook)
    return flags.sheet !== undefined ? "--sheet" : flags.hiddenRows === undefined ? null : "--hidden-rows";
  if (flags.delimiter !== undefined) return "--delimiter";
  if (flags.rows !== undefined) return "--rows";
  return flags.encoding === undefined ? null : "--encoding";
}

/**
 * Refuses a list without an address, and one with open questions that affect what is verified or written. Prints the
 * possible answers.
 */
export function refuseUnclear(
  terminal: Terminal,
  preflight: Preflight,
  { writesAnew: isReencoded, json, isResults }: { writesAnew: boolean; json: boolean; isResults: boolean },
): { ok: true } | { ok: false; problem: Problem; reported: boolean } {
  // The file changed in a way that no one noticed: its cleaned list would be empty.
  if (preflight.unique === 0)
    return { ok: false, problem: problem("file_no_addresses", { name: preflight.name }), reported: false };
  const questions = questionsToAnswer(preflight, { isReencoded });
  if (questions.length === 0) {
    for (const note of readingNotes(preflight)) terminal.say(note);
    return { ok: true };
  }
  for (const line of questions.flatMap(questionLines)) terminal.say(line);
  const unclear = readingProblem(questions, isResults);
  if (json) terminal.json({ problem: unclear, questions });
  return { ok: false, problem: unclear, reported: json };
}

const MAX_SMALL_FILE_BYTES = 1024 * 1024;

/** Reads a file of at most 1 MB, without blocking on a FIFO or a device. Fails with `usage` otherwise. */
export function readSmallFile(option: string, path: string): Result<string> {
  const refuse = (why: string) => fail(problem("usage", { said: `${option} ${why}` }));
  let file: number;
  try {
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return refuse(`names a file that cannot be read: ${path}.`);
  }
  try {
    if (!fstatSync(file).isFile()) return refuse(`takes a regular file, which ${path} is not.`);
    const bytes = Buffer.allocUnsafe(MAX_SMALL_FILE_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > MAX_SMALL_FILE_BYTES) return refuse(`takes a file of at most 1 MB, and ${path} is larger.`);
    return ok(bytes.toString("utf8", 0, length));
  } catch {
    return refuse(`names a file that cannot be read: ${path}.`);
  } finally {
    closeSync(file);
  }
}
