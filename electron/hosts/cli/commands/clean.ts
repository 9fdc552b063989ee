import { type CellCounts, cellCountsOf } from "../../../../shared/bridge/cell-counts.ts";
import { DEFAULT_CLEANING_OPTIONS, type Price } from "../../../../shared/bridge/cleanings.ts";
import { count } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../../shared/result.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { RECOMMENDED, VERDICTS, type Verdict } from "../../../../shared/verdicts.ts";
import { defaultExportFilter, formatOfName } from "../../../engine/exports/index.ts";
import { type AccountChoice, chooseAccount } from "../accounts.ts";
import { readListFile, refuseUnclear } from "../list-file.ts";
import { afterCleaning, inTerminal, type OutPlace, outPlace, placeInWords } from "../out-place.ts";
import { priceLines } from "../price-line.ts";
import type { ReadingFlags } from "../reading-flags.ts";
import { cleaningLines, cleaningReport } from "../report.ts";
import { ownRowAccount, unverifiedLines } from "../row-account.ts";
import type { Command, CommandContext } from "../run.ts";
import type { Session } from "../session.ts";
import { tellingOfReader } from "../slow-reader.ts";
import type { Terminal } from "../terminal.ts";
import { isUnderWay, watch } from "../watch.ts";

export interface CleanOptions extends AccountChoice, ReadingFlags {
  readonly out: string;
  readonly overwrite?: boolean;
  readonly keep?: string;
  readonly withVerdicts?: boolean;
  readonly keepDuplicates?: boolean;
  readonly allColumns?: boolean;
  readonly maxCredits?: string;
  readonly limit?: string;
  readonly yes?: boolean;
  readonly waitForCredits?: boolean;
  readonly json?: boolean;
}

/** `winnow clean <file> --out <file>`: a list goes in, a cleaned list comes out. */
export function cleanCommand(file: string, options: CleanOptions): Command {
  return async (context) => {
    const { session, terminal, signal, begin } = context;
    const keep = parseKeep(options.keep);
    if (!keep.ok) return keep;
    const most = parseCount("--max-credits", options.maxCredits);
    if (!most.ok) return most;
    const limit = parseCount("--limit", options.limit);
    if (!limit.ok) return limit;
    if (limit.value === 0) return fail(problem("usage", { why: "above_zero", option: "--limit" }));
    const place = outPlace(options, session.dataDir, file);
    if (!place.ok) return place;
    const out = place.value;
    const list = await readListFile(session, terminal, file, options);
    if (!list.ok) return list;
    const clear = refuseUnclear(terminal, list.value, {
      writesAnew: formatOfName(options.out).kind !== "exact",
      json: options.json === true,
    });
    if (!clear.ok) return clear;
    const { listId } = list.value;
    const account = await chooseAccount(session, options);
    if (!account.ok) return account;
    const choices = {
      ...DEFAULT_CLEANING_OPTIONS,
      ...(options.allColumns === true ? { allColumns: true, allColumnsAsked: true } : {}),
      limit: limit.value,
    };
    const asked = { listId, accountId: account.value.id, options: choices };
    const stopTelling = tellOfBalance(session, terminal);
    const priced = await session.call("cleanings.price", asked, signal);
    if (!priced.ok) return priced;
    for (const line of priceLines(priced.value)) terminal.say(line);
    if (choices.allColumns) terminal.say("Every column is uploaded to the service, not the addresses alone.");
    const agreed = await agree(priced.value, most.value, options, terminal);
    if (!agreed.ok) return fail(inTerminal(agreed.problem));
    const waitForCredits = options.waitForCredits === true;
    const started = await session.call(
      "cleanings.start",
      {
        ...asked,
        agreedCredits: priced.value.credits,
        revision: list.value.revision,
        waitForCredits,
        out: out.kind === "stream" ? undefined : { ...wanted(options, keep.value), ...fileOf(out) },
      },
      signal,
    );
    stopTelling();
    if (!started.ok) return fail(inTerminal(started.problem));
    begin();
    const { id } = started.value;
    const watched = await watch(session, id, terminal, signal, { waitForCredits });
    let cleaning = watched.cleaning;
    let met = watched.kind === "stopped" ? afterCleaning(watched.problem, id) : null;
    if (out.kind === "stream") {
      if (met === null) {
        const wish = wanted(options, keep.value);
        const written = await writeInto(context, id, out.path, wish);
        if (written.ok)
          cleaning = { ...cleaning, out: { ...wish, path: placeInWords(out.path), ...written.value } };
        else met = written.problem;
      }
      if (met !== null) terminal.say(laterLine(id));
    }
    const rows = await ownRowAccount(session, cleaning);
    if (options.json === true) terminal.json(cleaningReport(cleaning, rows));
    else for (const line of unverifiedLines(cleaning)) terminal.say(line);
    if (met !== null) return { ...fail(met), reported: true, underWay: isUnderWay(cleaning) };
    if (options.json !== true) for (const line of cleaningLines(cleaning, rows)) terminal.say(line);
    return ok(null);
  };
}

/** Says why the balance is asked for again, as long as it is; answers the way to stop. */
function tellOfBalance({ engine }: Session, terminal: Terminal): () => void {
  return engine.on((event) => {
    if (event.event !== "balance.waiting" || event.problem === null) return;
    terminal.say(sentences(event.problem.title, "Asking for the balance again; Ctrl+C stops."));
  });
}

function wanted(options: CleanOptions, keep: Verdict[]) {
  return {
    keep,
    withVerdicts: options.withVerdicts === true,
    keepDuplicates: options.keepDuplicates === true,
  };
}

function fileOf({ path, standing }: Extract<OutPlace, { kind: "file" }>) {
  return standing === null ? { path, overwrite: false } : { path, overwrite: true, standing };
}

/** Writes the cleaned list into what takes it only while this command runs. */
async function writeInto(
  { session, terminal, signal }: CommandContext,
  cleaningId: string,
  path: string,
  { keep, withVerdicts, keepDuplicates }: ReturnType<typeof wanted>,
): Promise<Result<{ rows: number } & CellCounts>> {
  const writing = session.call(
    "exports.write",
    {
      cleaningId,
      filter: defaultExportFilter(keep, { keepDuplicates }),
      format: formatOfName(path),
      withVerdicts,
      allowEmpty: true,
      target: { kind: "path", path, overwrite: false },
    },
    signal,
  );
  const written = await tellingOfReader(session, terminal, path, writing);
  if (!written.ok) return written;
  return ok({ rows: written.value.rows, ...cellCountsOf(written.value) });
}

/** What was to be printed or piped is not written by `resume`, hours later. */
function laterLine(id: string): string {
  return `Only this command could write there; 'resume' does not. Once the cleaning is done: winnow export ${id} --out <file>`;
}

async function agree(
  price: Price,
  limit: number | null,
  options: CleanOptions,
  terminal: Terminal,
): Promise<Result<null>> {
  if (limit !== null && price.credits > limit) {
    return fail(problem("credits_over_limit", { needed: price.credits, limit }));
  }
  if (options.waitForCredits !== true && price.available !== null && price.available < price.credits) {
    const { credits: needed, available, balance, promised } = price;
    return fail(
      problem("credits_insufficient", { needed, available, balance: balance ?? available, promised }),
    );
  }
  if (options.yes === true || price.credits === 0) return ok(null);
  const answer = await terminal.confirm(
    `Clean the list for ${count(price.credits)} ${price.credits === 1 ? "credit" : "credits"}?`,
  );
  switch (answer) {
    case "yes":
      return ok(null);
    case "no":
      return fail(problem("not_begun"));
    case "left":
      return fail(problem("interrupted", { unfinished: false }));
    case "nobody":
      return fail(problem("consent_needed", { flag: "--yes" }));
    default:
      return assertNever(answer);
  }
}

/** The verdicts to keep, from `deliverable,accept_all,…`. */
export function parseKeep(text: string | undefined): Result<Verdict[]> {
  if (text === undefined) return ok([...RECOMMENDED]);
  const words = text.split(",").map((word) => word.trim().toLowerCase().replace(/[- ]/g, "_"));
  const keep = VERDICTS.filter((verdict) => words.includes(verdict));
  const strange = words.filter((word) => !VERDICTS.some((verdict) => verdict === word));
  return strange.length > 0 || keep.length === 0
    ? fail(
        problem("usage", { why: "choices", option: "--keep", choices: VERDICTS, given: strange.join(", ") }),
      )
    : ok(keep);
}

/** The number that `option` takes, e.g. the most credits to agree to; null: it was not given. */
export function parseCount(option: string, text: string | undefined): Result<number | null> {
  if (text === undefined) return ok(null);
  return /^\d{1,12}$/.test(text)
    ? ok(Number(text))
    : fail(problem("usage", { why: "whole_number", option, given: text }));
}
