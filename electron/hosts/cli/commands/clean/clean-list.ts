import { cellCountsOf } from "../../../../../shared/bridge/cell-counts.ts";
import type { Cleaning, CleaningOptions, Price } from "../../../../../shared/bridge/cleanings.ts";
import type { ExportOutcome } from "../../../../../shared/bridge/exports.ts";
import type { Preflight } from "../../../../../shared/bridge/lists.ts";
import { type Problem, problem } from "../../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import type { Verdict } from "../../../../../shared/verdicts.ts";
import { defaultExportFilter, formatOfName, type KeptRows } from "../../../../engine/exports/index.ts";
import type { ReadingFlags } from "../../reading/reading-flags.ts";
import type { CommandContext } from "../../run.ts";
import type { SpeechOptions } from "../../terminal/speech.ts";
import { afterCleaning, type OutPlace, placeInWords } from "../../writing/out-place.ts";
import { type OwnAccount, ownRowAccount } from "../../writing/row-account.ts";
import type { AccountChoice } from "../accounts.ts";
import { watch } from "../watch.ts";

export interface CleanOptions extends AccountChoice, ReadingFlags, SpeechOptions {
  readonly out: string;
  readonly overwrite?: boolean;
  readonly keep?: string;
  readonly withVerdicts?: boolean;
  readonly keepDuplicates?: boolean;
  readonly keepEmpty?: boolean;
  readonly maxCredits?: string;
  readonly limit?: string;
  readonly again?: boolean;
  readonly yes?: boolean;
  readonly waitForCredits?: boolean;
  readonly dryRun?: boolean;
}

/** A list on its way: where it came from, how it reads, where it goes, what it costs. */
export interface PricedList {
  readonly file: string;
  readonly out: OutPlace;
  readonly list: Preflight;
  readonly price: Price;
}

export interface CleanWish {
  readonly accountId: string;
  readonly choices: CleaningOptions;
  readonly keep: Verdict[];
  readonly options: CleanOptions;
  /** Others were cleaned since its price was shown: it may cost less by now, and never more. */
  readonly isLater: boolean;
  /** Credits that those before it cost, and that all of them may cost; null: as many as were shown. */
  readonly spent: number;
  readonly most: number | null;
}

/** How it ended for one list: its cleaning, its rows, and what keeps it from being whole, if anything. */
export interface ListCleaned {
  readonly file: string;
  readonly cleaning: Cleaning;
  readonly rows: OwnAccount | null;
  /** It was printed, and whoever read it stopped before the end. */
  readonly readerLeft?: boolean | undefined;
  readonly met: Problem | null;
}

/** Begins the cleaning of a list at the price that was agreed to, and watches it to its end. Problems: those of the start. */
export async function cleanList(
  context: CommandContext,
  { file, out, list, price }: PricedList,
  { accountId, choices, keep, options, isLater, spent, most }: CleanWish,
): Promise<Result<ListCleaned>> {
  const { session, terminal, signal } = context;
  const asked = { listId: list.listId, accountId, options: choices };
  let { credits } = price;
  if (isLater) {
    const now = await session.call("cleanings.price", asked, signal);
    if (!now.ok) return now;
    if (now.value.credits > credits)
      return fail(problem("price_changed", { shown: credits, now: now.value.credits }));
    credits = now.value.credits;
    if (most !== null && spent + credits > most)
      return fail(problem("credits_over_limit", { needed: spent + credits, limit: most }));
  }
  const wish = {
    keep,
    withVerdicts: options.withVerdicts === true,
    keepDuplicates: options.keepDuplicates === true,
    keepEmpty: options.keepEmpty === true,
  };
  const waitForCredits = options.waitForCredits === true;
  const started = await session.call(
    "cleanings.start",
    {
      ...asked,
      agreedCredits: credits,
      revision: list.revision,
      waitForCredits,
      out: out.kind === "stream" ? undefined : { ...wish, ...fileOf(out) },
    },
    signal,
  );
  if (!started.ok) return started;
  const { id } = started.value;
  context.begin();
  terminal.event("started", { cleaning: id, file, credits: started.value.credits });
  const watched = await watch(session, id, terminal, signal, { waitForCredits });
  let cleaning = watched.cleaning;
  let readerLeft: boolean | undefined;
  let met = watched.kind === "stopped" ? afterCleaning(watched.problem, id) : null;
  if (out.kind === "stream") {
    if (met === null) {
      const written = await writeInto(context, id, out.path, wish);
      if (written.ok) {
        const { rows } = written.value;
        cleaning = {
          ...cleaning,
          out: { ...wish, path: placeInWords(out.path), rows, ...cellCountsOf(written.value) },
        };
        readerLeft = written.value.readerLeft;
      } else met = afterCleaning(written.problem, id);
    }
    if (met !== null) terminal.say(laterLine(id));
  }
  return ok({ file, cleaning, rows: await ownRowAccount(session, cleaning), readerLeft, met });
}

function fileOf({ path, standing }: Extract<OutPlace, { kind: "file" }>) {
  return standing === null ? { path, overwrite: false } : { path, overwrite: true, standing };
}

/** Writes the cleaned list into what takes it only while this command runs. */
function writeInto(
  { session, signal }: CommandContext,
  cleaningId: string,
  path: string,
  { keep, withVerdicts, ...rows }: KeptRows & { keep: Verdict[]; withVerdicts: boolean },
): Promise<Result<ExportOutcome>> {
  return session.call(
    "exports.write",
    {
      cleaningId,
      filter: defaultExportFilter(keep, rows),
      format: formatOfName(path),
      withVerdicts,
      allowEmpty: true,
      target: { kind: "path", path, overwrite: false },
    },
    signal,
  );
}

/** What was to be printed or piped is not written by `resume`, hours later. */
function laterLine(id: string): string {
  return `Only this command could write there; 'resume' does not. Once the cleaning is done: winnow export ${id} --out <file>`;
}
