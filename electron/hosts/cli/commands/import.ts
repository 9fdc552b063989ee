import { basename, resolve } from "node:path";
import type { Account } from "../../../../shared/bridge/accounts.ts";
import { SENT_LIST } from "../../../../shared/bridge/constants.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../../shared/bridge/defaults.ts";
import type {
  ConsentColumn,
  DetectedSource,
  Preflight,
  ReadOptions,
  ReadQuestion,
  WordCounts,
} from "../../../../shared/bridge/lists.ts";
import { type Outcome as MailOutcome, OUTCOMES } from "../../../../shared/mail-outcomes.ts";
import { hasMailOutcomes, isMixed, MEANINGS, sourceOfMapping } from "../../../../shared/mapping.ts";
import { mappingFileSchema } from "../../../../shared/mapping-schema.ts";
import { counted } from "../../../../shared/numbers.ts";
import { optOutSources } from "../../../../shared/opt-outs.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import {
  detectedSourceSentence,
  IMPORT_EFFECT,
  importedSentences,
  outcomesSentence,
  unreadDatesSentence,
  unrecognisedSentence,
} from "../../../../shared/source-sentences.ts";
import { MAX_SUPPRESSION_NAME_LENGTH } from "../../../../shared/suppression-formats.ts";
import { VERDICTS, VERIFIER_IDS } from "../../../../shared/verdicts.ts";
import { mappingOfSource, SOURCES, sourceNamed } from "../../../engine/index.ts";
import {
  columnUnclear,
  dateOrderIn,
  type ReadingFlags,
  readOptionsOf,
  readSmallFile,
} from "../reading/list-file.ts";
import { optOutColumnLines, printable, readingProblem, shellQuoted } from "../reading/open-questions.ts";
import type { Command, CommandContext } from "../run-command.ts";
import type { Session } from "../session.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { type AccountChoice, chooseAccount } from "./choose-account.ts";

export interface ImportOptions extends AccountChoice, OutputOptions {
  /** A source of `vocabularies/`, or SUPPRESSION. */
  readonly as?: string;
  /** See shared/mapping.ts. */
  readonly map?: string;
  /** The column of the recipients' addresses, by name or 1-based number. */
  readonly column?: string;
  /** In Unix ms. */
  readonly dated?: number;
  readonly dates?: ReadingFlags["dates"];
  readonly yes?: boolean;
  readonly leaveOut?: ReadingFlags["leaveOut"];
}

/** Source name for files in which everyone is suppressed. */
export const SUPPRESSION = "suppression";

interface Report {
  /** The id that `--undo` takes; absent for verdicts, which become a cleaning, and for suppression lists. */
  readonly import?: string;
  readonly file: string;
  readonly source: string | null;
  readonly kind: "verdicts" | "outcomes" | "suppression";
  readonly sure: DetectedSource["sure"];
  /** False if the same file was imported before. */
  readonly isNew: boolean;
  readonly rows: number;
  readonly addresses: number;
  readonly taken: Readonly<Record<string, number>>;
  readonly skipped: Readonly<Record<string, number>>;
  /** Words that mean no outcome, with their row counts; blank for rows without a word. */
  readonly passedOver: readonly { word: string; count: number }[];
  readonly unrecognised: readonly { word: string; count: number }[];
  /** Rows whose date was not read, which count from the file's date, and the most frequent of these dates. */
  readonly unreadDates: { readonly rows: number; readonly dates: readonly { word: string; count: number }[] };
}

/** A failure may add `report` to the JSON output. */
type Imported = { ok: true; value: Report } | { ok: false; problem: Problem; report?: object };

/** Imports verdicts and mail outcomes from other services' files. Nothing is verified or charged. */
export function importCommand(files: readonly string[], options: ImportOptions): Command {
  return async (context) => {
    const reports: Report[] = [];
    const as = options.map === undefined ? ok(options.as) : mappingIn(options.map);
    if (!as.ok) return as;
    if (as.value !== undefined && as.value !== SUPPRESSION && sourceNamed(as.value) === null)
      return fail(unknownSource(as.value));
    const resolved = { ...options, as: as.value };
    for (const file of files) {
      const imported: Imported =
        resolved.as === SUPPRESSION
          ? await importSuppression(context, file, resolved)
          : await importFile(context, file, resolved);
      if (!imported.ok) return { ...imported, report: { imports: reports, ...imported.report } };
      reports.push(imported.value);
    }
    if (options.json === true)
      context.terminal.json(reports.length === 1 ? reports[0] : { imports: reports });
    return ok(null);
  };
}

const MIXED =
  "The words in --map are both verdicts and mailing results. Import one kind, then import the file again with a mapping of the other.";

/** Fails with `usage` if the mapping is invalid. */
function mappingIn(file: string): Result<string> {
  const text = readSmallFile("--map", file);
  if (!text.ok) return text;
  try {
    const mapping = mappingFileSchema.parse(JSON.parse(text.value));
    return isMixed(mapping) ? fail(problem("usage", { said: MIXED })) : ok(sourceOfMapping(mapping));
  } catch {
    return fail(problem("usage", { why: "value", given: "--map" }));
  }
}

function unknownSource(given: string): Problem {
  const known = [SENT_LIST, SUPPRESSION, ...SOURCES.map(({ id }) => id).sort()].join(", ");
  return problem("usage", { said: `--as does not accept '${given}'. It accepts ${known}.` });
}

async function importSuppression(
  { session, terminal, signal, begin }: CommandContext,
  file: string,
  options: ImportOptions,
): Promise<Result<Report>> {
  const name = basename(file).slice(0, MAX_SUPPRESSION_NAME_LENGTH);
  const yes = await confirmOrFail(terminal, `Never mail anyone in ${name}?`, options);
  if (!yes.ok) return yes;
  begin();
  const source = { kind: "path", path: resolve(file) } as const;
  const { column } = options;
  const added = await session.call("suppression.add", { name, source, everyone: true, column }, signal);
  if (!added.ok) return added;
  const { addresses, domains, ignored, isNew } = added.value;
  terminal.say(
    isNew
      ? `${name}: ${counted(addresses + domains, "entry", "entries")} added, never verified or exported from now on.`
      : `${name} was imported before. Nothing was added.`,
  );
  return ok({
    file,
    source: null,
    kind: "suppression",
    sure: "certain",
    isNew,
    rows: addresses + domains + ignored,
    addresses,
    taken: { suppressed: addresses + domains },
    skipped: { without: ignored },
    passedOver: [],
    unrecognised: [],
    unreadDates: countedDates({ words: [], beyond: 0 }),
  });
}

async function importFile(context: CommandContext, file: string, options: ImportOptions): Promise<Imported> {
  const { session } = context;
  const opened = await session.openList(file);
  if (!opened.ok) return opened;
  const { listId, name } = opened.value;
  const column = readOptionsOf({ column: options.column });
  if (!column.ok) return column;
  const read = (how: ReadOptions) =>
    session.call("lists.read", { listId, options: { hiddenRows: "keep", ...column.value, ...how } });
  let list = await read({});
  if (!list.ok) return list;
  const { questions = [], kind } = list.value;
  const { as } = options;
  const outcomes = questions.find((one) => one.kind === "outcomes");
  const results = questions.find((one) => one.kind === "results");
  const isResults = results !== undefined || kind === "results";
  const optOuts = questions.find((one) => one.kind === "opt_outs");
  if (as === undefined && outcomes === undefined && !isResults)
    return optOuts === undefined
      ? refuseUnknown(context, file, list.value)
      : importOptOuts(context, file, list.value, optOuts, options);
  const isNamed = as !== undefined && sourceNamed(as)?.recipient !== undefined;
  const unclear = isNamed ? null : columnUnclear(list.value);
  if (unclear !== null) return fail(unclear);
  if (!(as === undefined ? isResults : hasVerdicts(as)))
    return importOutcomes(context, file, list.value, outcomes, options);
  if (results !== undefined || as !== undefined) {
    const [first, ...others] = results?.sources ?? [];
    if (as === undefined && first === undefined) return fail(problem("import_nothing", { name }));
    if (as === undefined && others.length > 0) return fail(ambiguousSource(results?.sources ?? []));
    list = await read({ readAs: "results", resultsOf: as ?? first?.source });
    if (!list.ok) return list;
  }
  const seen = list.value.resultsOf;
  if (seen === undefined) return fail(problem("import_nothing", { name }));
  const still = columnUnclear(list.value);
  return still === null ? importVerdicts(context, file, list.value, seen, options) : fail(still);
}

/** Refuses a file from an unknown source, and prints a mapping to correct if its values may be results. */
async function refuseUnknown(
  { session, terminal }: CommandContext,
  file: string,
  { listId, name }: Preflight,
): Promise<Imported> {
  const proposed = await session.call("lists.proposeMapping", { listId });
  const refusal = fail(problem("import_nothing", { name }));
  if (!proposed.ok || proposed.value.mapping === null) return refusal;
  const { mapping } = proposed.value;
  terminal.say(
    "If the file holds verdicts, bounces or unsubscribes, save this mapping as map.json and correct it:",
  );
  for (const line of JSON.stringify(mapping, null, 2).split("\n")) terminal.say(line);
  terminal.say(`Meanings: ${MEANINGS.join(", ")}. Values that are not listed are counted, and ignored.`);
  terminal.say(`Then run: winnow import ${shellQuoted(file)} --map map.json`);
  return { ...refusal, report: { proposedMap: mapping } };
}

function hasVerdicts(source: string): boolean {
  const mapping = mappingOfSource(source);
  return mapping === null ? VERIFIER_IDS.some((one) => one === source) : !hasMailOutcomes(mapping);
}

/** Imports the people who certainly opted out by the columns of a list. */
async function importOptOuts(
  context: CommandContext,
  file: string,
  list: Preflight,
  question: Extract<ReadQuestion, { kind: "opt_outs" }>,
  options: ImportOptions,
): Promise<Result<Report>> {
  const unclear = columnUnclear(list);
  if (unclear !== null) return fail(unclear);
  for (const line of optOutColumnLines(question)) context.terminal.say(line);
  const isAll = options.leaveOut === "all";
  const sources = optOutSources(question, (_column, { meaning }) => isAll || meaning !== null);
  let report: Result<Report> = fail(readingProblem([question], false));
  for (const source of sources) {
    report = await importOutcomes(context, file, list, undefined, { ...options, as: source });
    if (!report.ok) return report;
  }
  if (!report.ok) return report;
  const words = isAll ? [] : question.columns.flatMap((one) => one.words.filter(isUnclear));
  return ok({ ...report.value, sure: question.export?.sure ?? "likely", unrecognised: countedWords(words) });
}

function isUnclear({ meaning }: ConsentColumn["words"][number]): boolean {
  return meaning === null;
}

async function importOutcomes(
  { session, terminal, signal, begin }: CommandContext,
  file: string,
  { listId, name, addressColumn, columns }: Preflight,
  asked: Extract<ReadQuestion, { kind: "outcomes" }> | undefined,
  options: ImportOptions,
): Promise<Result<Report>> {
  if (asked !== undefined)
    terminal.say(
      `${name}: ${detectedSourceSentence(asked)} ${outcomesSentence(asked.outcomes, asked.looked)}`,
    );
  const recipients = addressColumn === null ? undefined : columns[addressColumn];
  if (recipients !== undefined && columns.length > 1)
    terminal.say(`The recipients are in the column '${printable(recipients.name)}'.`);
  const date = asked === undefined ? undefined : mappingOfSource(asked.source)?.date;
  const dateColumn = date === undefined ? undefined : columns[Number(date.slice(1)) - 1];
  if (dateColumn !== undefined) terminal.say(`The dates are in the column '${printable(dateColumn.name)}'.`);
  if (options.as !== SENT_LIST) terminal.say(IMPORT_EFFECT);
  const yes = await confirmOrFail(terminal, `Import ${name}?`, options);
  if (!yes.ok) return yes;
  begin();
  const { as, dated: assumedAt } = options;
  const column = options.column === undefined ? undefined : (addressColumn ?? undefined);
  const request = {
    listId,
    name,
    as,
    column,
    assumedAt,
    dateOrder: dateOrderIn(options),
    isAgreed: options.yes,
  };
  const taken = await session.call("memory.import", request, signal);
  if (!taken.ok) return taken;
  for (const line of importedSentences(taken.value)) terminal.say(line);
  for (const { name: list, addresses } of taken.value.changed)
    terminal.say(
      `${printable(list)}: ${counted(addresses, "address counts", "addresses count")} as undeliverable now.`,
    );
  if (taken.value.isNew) terminal.say(`To undo it: winnow import --undo ${taken.value.id}`);
  const { id, source, isNew, rows, outcomes, without, passedOver, facts, erased } = taken.value;
  const said = OUTCOMES.reduce((sum, one) => sum + (outcomes[one] ?? 0), 0);
  return ok({
    import: id,
    file,
    source,
    kind: "outcomes",
    sure: asked?.sure ?? "certain",
    isNew,
    rows,
    addresses: facts,
    taken: countsOf(outcomes),
    skipped: { without, erased, nothing: rows - said - without - erased - unrecognisedRows(taken.value) },
    passedOver: countedWords(passedOver.words),
    unrecognised: countedWords(taken.value.unrecognised),
    unreadDates: countedDates(taken.value.unreadDates),
  });
}

async function importVerdicts(
  { session, terminal, begin }: CommandContext,
  file: string,
  list: Preflight,
  seen: DetectedSource,
  options: ImportOptions,
): Promise<Result<Report>> {
  const { listId, revision, name } = list;
  terminal.say(`${name}: ${detectedSourceSentence(seen)}`);
  const strange = unrecognisedSentence(seen);
  if (strange !== null) terminal.say(strange);
  const from = new Date(options.dated ?? list.fileDate ?? Date.now()).toISOString().slice(0, 10);
  if (seen.dated < seen.verdicts)
    terminal.say(`Verdicts without a date count from ${from}; use --dated <yyyy-mm-dd> to change that.`);
  const account = await accountForImport(session, options);
  if (!account.ok) return account;
  const { dated: assumedAt } = options;
  const startRequest = {
    listId,
    accountId: account.value.id,
    agreedCredits: 0,
    revision,
    options: { ...DEFAULT_CLEANING_OPTIONS, assumedAt, dateOrder: dateOrderIn(options) },
  };
  const price = await session.call("cleanings.price", startRequest);
  if (!price.ok) return price;
  const { unreadDates = { words: [], beyond: 0 } } = price.value;
  const undated = unreadDatesSentence(unreadDates);
  if (undated !== null) terminal.say(undated);
  const yes = await confirmOrFail(terminal, `Import the verdicts of ${name}?`, options);
  if (!yes.ok) return yes;
  begin();
  const started = await session.call("cleanings.start", startRequest);
  if (!started.ok) return started;
  const { counts, missing } = started.value;
  const verdicts = VERDICTS.reduce((sum, one) => sum + counts[one], -missing);
  terminal.say(
    `${counted(verdicts, "verdict", "verdicts")} imported as '${started.value.name}' (${started.value.id}). Recent ones are not paid for again.`,
  );
  const { rows, unique, malformed, empty } = list;
  if (malformed > 0)
    terminal.say(`${counted(malformed, "row contains", "rows contain")} no valid address, or more than one.`);
  return ok({
    file,
    source: seen.name,
    kind: "verdicts",
    sure: seen.sure,
    isNew: true,
    rows,
    addresses: unique,
    taken: { ...counts, unknown: counts.unknown - missing },
    skipped: { malformed, empty, nothing: missing },
    passedOver: [],
    unrecognised: countedWords(seen.unrecognised),
    unreadDates: countedDates(unreadDates),
  });
}

/** Returns any account: imported verdicts belong to the service that gave them, and cost nothing. */
async function accountForImport(session: Session, options: ImportOptions): Promise<Result<Account>> {
  const chosen = await chooseAccount(session, options);
  if (chosen.ok || options.account !== undefined) return chosen;
  const listed = await session.call("accounts.list", {});
  const [first] = listed.ok ? listed.value.accounts : [];
  return first === undefined ? session.call("accounts.sandbox", {}) : ok(first);
}

function ambiguousSource(sources: readonly DetectedSource[]): Problem {
  const choices = sources.map(({ source, name }) => `--as ${source} (${name})`).join(" or ");
  return {
    ...problem("file_reading_unclear", { unclear: ["results"] }),
    action: `Choose its source: ${choices}.`,
  };
}

function countsOf(outcomes: Readonly<Partial<Record<MailOutcome, number>>>): Record<string, number> {
  return Object.fromEntries(Object.entries(outcomes).filter(([, rows]) => rows > 0));
}

type Unrecognised = Pick<DetectedSource, "unrecognised" | "unrecognisedBeyond">;

function unrecognisedRows({ unrecognised, unrecognisedBeyond }: Unrecognised): number {
  return unrecognised.reduce((sum, { rows }) => sum + rows, unrecognisedBeyond);
}

function countedWords(words: readonly { word: string; rows: number }[]) {
  return words.map(({ word, rows }) => ({ word, count: rows }));
}

function countedDates({ words, beyond }: WordCounts): Report["unreadDates"] {
  return { rows: words.reduce((sum, { rows }) => sum + rows, beyond), dates: countedWords(words) };
}
