import {
  type CleaningOptions,
  DEFAULT_CLEANING_OPTIONS,
  type Price,
} from "../../../../../shared/bridge/cleanings.ts";
import { type Problem, problem } from "../../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import { sentences } from "../../../../../shared/sentences.ts";
import type { Verdict } from "../../../../../shared/verdicts.ts";
import { formatOfName } from "../../../../engine/exports/index.ts";
import { readListFile, refuseUnclear } from "../../reading/list-file.ts";
import type { Command, CommandContext, Outcome } from "../../run.ts";
import type { Session } from "../../session.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { inTerminal, type OutPlace, outPlaces } from "../../writing/out-place.ts";
import { cleaningLines, cleaningReport } from "../../writing/report.ts";
import { unverifiedLines } from "../../writing/row-account.ts";
import { chooseAccount } from "../accounts.ts";
import { parseCount, parseKeep } from "../flag-values.ts";
import { isUnderWay } from "../watch.ts";
import { problemOf } from "../whose-problem.ts";
import { agree, type Cost, costOf, sumLine } from "./clean-agreement.ts";
import { type CleanOptions, cleanList, type ListCleaned, type PricedList } from "./clean-list.ts";
import { waitForOthers } from "./elsewhere.ts";
import { dryPriceLines, priceLines } from "./price-line.ts";

/** What a command was told, in order. */
interface Wish {
  readonly keep: Verdict[];
  /** Credits that it may cost; null: it is asked. */
  readonly most: number | null;
  readonly choices: CleaningOptions;
}

/** `winnow clean <file...> --out <file>`: lists go in, cleaned lists come out, each of them at the price that was agreed to. */
export function cleanCommand(files: readonly string[], options: CleanOptions): Command {
  return async (context) => {
    const { session, terminal, begin } = context;
    const wish = wishOf(options);
    if (!wish.ok) return wish;
    let places = outPlaces(options, session.dataDir, files);
    if (!places.ok) return places;
    const read = await readAll(context, files, places.value.each, options);
    if (!read.ok) return read.refusal;
    const account = await chooseAccount(session, options);
    if (!account.ok) return account;
    const accountId = account.value.id;
    const stopTelling = tellOfBalance(session, terminal);
    const linesOf = (price: Price) =>
      options.dryRun === true ? dryPriceLines(price, account.value) : priceLines(price);
    const all = () => priceAll(context, read.value, accountId, wish.value.choices, linesOf);
    let each = await all();
    const waited = new Set<string>();
    while (each.ok && options.dryRun !== true && options.again !== true) {
      const others = await waitForOthers(context, each.value, waited);
      if (!others.ok) return others;
      if (!others.value) break;
      each = await all();
    }
    if (!each.ok) return each;
    // What was begun earlier may have written to the same place by now.
    places = outPlaces(options, session.dataDir, files);
    if (!places.ok) return places;
    const { each: outs } = places.value;
    const priced = each.value.map((one, at) => ({ ...one, out: outs[at] ?? one.out }));
    const cost = costOf(priced);
    if (files.length > 1) terminal.say(sumLine(files.length, cost));
    if (options.dryRun === true) return dryEnd(priced, cost, wish.value.most, options, terminal);
    const agreed = await agree(priced, cost, wish.value.most, options, terminal);
    if (!agreed.ok) return fail(inTerminal(agreed.problem));
    const made = places.value.make();
    if (!made.ok) return made;
    const done: ListCleaned[] = [];
    for (const one of priced) {
      const cleaned = await cleanList(context, one, {
        accountId,
        choices: wish.value.choices,
        keep: wish.value.keep,
        options,
        // What the lists before it brought home costs nothing any more.
        isLater: done.length > 0,
        spent: done.reduce((sum, { cleaning }) => sum + cleaning.credits, 0),
        most: wish.value.most,
      });
      if (!cleaned.ok) {
        const refused = problemOf(inTerminal(cleaned.problem), one.file, files.length > 1);
        return done.length === 0 ? fail(refused) : ended(context, done, files, options, refused);
      }
      stopTelling();
      begin();
      done.push(cleaned.value);
      const { cleaning, rows, readerLeft, met } = cleaned.value;
      if (options.json !== true) {
        if (files.length > 1) terminal.say(`${one.file}:`);
        for (const line of unverifiedLines(cleaning)) terminal.say(line);
        if (met === null) for (const line of cleaningLines(cleaning, rows, readerLeft)) terminal.say(line);
      }
      if (met !== null)
        return ended(context, done, files, options, problemOf(met, one.file, files.length > 1));
    }
    return ended(context, done, files, options, null);
  };
}

/** What each of the lists costs, said one after the other. */
async function priceAll(
  { session, terminal, signal }: CommandContext,
  lists: readonly Read[],
  accountId: string,
  options: CleaningOptions,
  linesOf: (price: Price) => readonly string[],
): Promise<Result<PricedList[]>> {
  const priced: PricedList[] = [];
  for (const one of lists) {
    const before = priced.map(({ list }) => list.listId);
    const asked = { listId: one.list.listId, accountId, options, before };
    const price = await session.call("cleanings.price", asked, signal);
    if (!price.ok) return fail(problemOf(price.problem, one.file, lists.length > 1));
    priced.push({ ...one, price: price.value });
    terminal.event("priced", { file: one.file, credits: price.value.credits });
    if (lists.length > 1) terminal.say(`${one.file}:`);
    for (const line of linesOf(price.value)) terminal.say(line);
  }
  return ok(priced);
}

function wishOf(options: CleanOptions): Result<Wish> {
  const keep = parseKeep(options.keep);
  if (!keep.ok) return keep;
  const most = parseCount("--max-credits", options.maxCredits);
  if (!most.ok) return most;
  const limit = parseCount("--limit", options.limit);
  if (!limit.ok) return limit;
  if (limit.value === 0) return fail(problem("usage", { why: "above_zero", option: "--limit" }));
  const choices = { ...DEFAULT_CLEANING_OPTIONS, limit: limit.value };
  return ok({ keep: keep.value, most: most.value, choices });
}

type Read = Omit<PricedList, "price">;

async function readAll(
  { session, terminal }: CommandContext,
  files: readonly string[],
  places: readonly OutPlace[],
  options: CleanOptions,
): Promise<{ ok: true; value: Read[] } | { ok: false; refusal: Outcome }> {
  const value: Read[] = [];
  for (const [at, file] of files.entries()) {
    const out = places[at];
    if (out === undefined) continue;
    const list = await readListFile(session, terminal, file, options);
    if (!list.ok) return { ok: false, refusal: fail(problemOf(list.problem, file, files.length > 1)) };
    if (files.length > 1) terminal.say(`${file}:`);
    const clear = refuseUnclear(terminal, list.value, {
      writesAnew: formatOfName(out.path).kind !== "exact",
      json: options.json === true,
      isResults: options.readAs === "results",
    });
    if (!clear.ok)
      return {
        ok: false,
        refusal: { ...clear, problem: problemOf(clear.problem, file, files.length > 1) },
      };
    value.push({ file, out, list: list.value });
  }
  return { ok: true, value };
}

/** How a dry run ends: at the price, within the limit or over it. */
function dryEnd(
  priced: readonly PricedList[],
  { least, most: credits }: Cost,
  most: number | null,
  options: CleanOptions,
  terminal: Terminal,
): Outcome {
  const over = most !== null && least > most;
  const met = over ? inTerminal(problem("credits_over_limit", { needed: least, limit: most })) : null;
  if (options.json === true)
    terminal.json({
      dryRun: true,
      credits,
      ...(least < credits ? { least } : {}),
      lists: priced.map(({ file, out, price }) => ({
        file,
        out: out.path,
        rows: price.rows,
        repeated: price.repeated,
        malformed: price.malformed,
        empty: price.empty,
        suppressed: price.suppressed,
        known: price.known,
        beyondLimit: price.beyondLimit,
        credits: price.credits,
        parts: price.parts,
      })),
      ...(met === null ? {} : { problem: met }),
    });
  if (met !== null) return { ...fail(met), reported: true };
  terminal.say("Nothing was sent, and nothing was kept.");
  return ok(null);
}

/** Says the rest, and how it ends. */
function ended(
  { terminal }: CommandContext,
  done: readonly ListCleaned[],
  files: readonly string[],
  options: CleanOptions,
  met: Problem | null,
): Outcome {
  const [first] = done;
  const last = done.at(-1);
  const left = files.slice(done.length);
  if (left.length > 0) terminal.wrong(notBegunLine(left));
  if (options.json === true && first !== undefined) {
    if (files.length === 1) terminal.json(cleaningReport(first.cleaning, first.rows));
    else
      terminal.json({
        cleanings: done.map(({ cleaning, rows, file }) => ({ file, ...cleaningReport(cleaning, rows) })),
        notBegun: left,
        ...(met === null ? {} : { problem: met }),
      });
  }
  if (met === null) return ok(null);
  return { ...fail(met), reported: true, underWay: last !== undefined && isUnderWay(last.cleaning) };
}

/** What the one yes was for and `resume` knows nothing of. */
function notBegunLine(left: readonly string[]): string {
  const [them, their] = left.length === 1 ? ["it", "its"] : ["them", "their"];
  return `Not begun: ${left.join(", ")}. 'resume' does not know of ${them}: clean ${them} with a command of ${their} own.`;
}

/** Says why the balance is asked for again, as long as it is; answers the way to stop. */
function tellOfBalance({ engine }: Session, terminal: Terminal): () => void {
  return engine.on((event) => {
    if (event.event !== "balance.waiting" || event.problem === null) return;
    terminal.say(sentences(event.problem.title, "Asking for the balance again; Ctrl+C stops."));
  });
}
