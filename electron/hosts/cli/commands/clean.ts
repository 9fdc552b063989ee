import type { Account } from "../../../../shared/bridge/accounts.ts";
import { cellCountsOf } from "../../../../shared/bridge/cell-counts.ts";
import type { Cleaning, Price } from "../../../../shared/bridge/cleanings.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../../shared/bridge/defaults.ts";
import type { ExportResult } from "../../../../shared/bridge/exports.ts";
import type { Anomaly } from "../../../../shared/bridge/lists.ts";
import type { CallInput } from "../../../../shared/bridge.ts";
import { shortBy } from "../../../../shared/price.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { RECOMMENDED_VERDICTS, type Verdict } from "../../../../shared/verdicts.ts";
import { defaultExportFilter, formatOfName, type KeptRows } from "../../../engine/index.ts";
import {
  type DomainFlags,
  dateOrderIn,
  lookUpDomains,
  type ReadingFlags,
  readListFile,
  refuseUnclear,
} from "../reading/list-file.ts";
import type { Command, CommandContext, CommandResult } from "../run-command.ts";
import type { Session } from "../session.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { OutputOptions, Terminal } from "../terminal/terminal.ts";
import {
  type OutputTarget,
  resolveOutput,
  targetLabel,
  withAdviceAfterStart,
  withAdviceBeforeStart,
} from "../writing/output-target.ts";
import { cleaningLines, cleaningReport, outputRowCounts, unverifiedLines } from "../writing/report.ts";
import { confirmPrice, dryPriceLines, priceLines } from "./agreement.ts";
import { type AccountChoice, chooseAccount } from "./choose-account.ts";
import { isUnderWay, watch } from "./follow-cleaning.ts";

export interface CleanOptions extends AccountChoice, ReadingFlags, DomainFlags, OutputOptions {
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly keep?: Verdict[];
  readonly withVerdicts?: boolean;
  readonly keepDuplicates?: boolean;
  readonly keepEmpty?: boolean;
  readonly maxCredits?: number;
  readonly limit?: number;
  readonly yes?: boolean;
  readonly waitForCredits?: boolean;
  readonly dryRun?: boolean;
  readonly verifyDeadDomains?: boolean;
  readonly allowShrink?: boolean;
}

export function cleanCommand(file: string, options: CleanOptions): Command {
  return async (context) => {
    const { session, terminal } = context;
    const output =
      options.out === undefined
        ? ok(null)
        : resolveOutput({ ...options, out: options.out }, session.dataDir, [file]);
    if (!output.ok) return output;
    const out = output.value;
    const isReadOnly = options.dryRun === true;
    const list = await readListFile(session, terminal, file, options, { isReadOnly });
    if (!list.ok) return list;
    const clear = refuseUnclear(terminal, list.value, {
      writesAnew: out !== null && formatOfName(out.path).kind !== "exact",
      json: options.json === true,
      isResults: options.readAs === "results",
    });
    if (!clear.ok) return clear;
    const account = await chooseAccount(session, options);
    if (!account.ok) return account;
    const { listId, revision, oddities } = list.value;
    if (options.domains === true) {
      const lookup = await lookUpDomains(session, terminal, listId);
      if (!lookup.ok) return lookup;
    }
    const { limit = null, verifyDeadDomains } = options;
    const dateOrder = dateOrderIn(options);
    const cleaningOptions = { ...DEFAULT_CLEANING_OPTIONS, limit, verifyDeadDomains, dateOrder };
    const request = { listId, accountId: account.value.id, options: cleaningOptions };
    const stopTelling = reportBalanceRetries(session, terminal);
    const isDry = options.dryRun === true;
    const linesOf = (price: Price) => (isDry ? dryPriceLines(price, account.value) : priceLines(price));
    const priced = await session.call("cleanings.price", request, context.signal);
    if (!priced.ok) return priced;
    const price = priced.value;
    for (const line of linesOf(price)) terminal.say(line);
    if (isDry || out === null)
      return dryRunResult(price, account.value, { file, out, oddities }, options, terminal);
    const agreed = await confirmPrice(price, options, terminal);
    if (!agreed.ok) return fail(withAdviceBeforeStart(agreed.problem));
    const wish = { ...request, revision, agreedCredits: price.credits };
    let started = await start(context, wish, out, options);
    if (!started.ok && /^team_(unasked|unsynced)$/.test(started.problem.code)) {
      const { code, title, detail } = started.problem;
      // A server that responds may know that colleagues have paid: --yes does not agree to paying again.
      const yes = options.yes === true && code === "team_unasked";
      const noTerminal = withAdviceBeforeStart(started.problem);
      if (code === "team_unasked" || (terminal.isTyped && terminal.canRead))
        terminal.say(sentences(title, detail));
      const alone = await confirmOrFail(terminal, "Start anyway?", {
        yes,
        ...(code === "team_unasked" ? {} : { noTerminal }),
      });
      if (!alone.ok) return alone;
      const withoutTeam = { ...wish, options: { ...cleaningOptions, withoutTeam: true } };
      started = await start(context, withoutTeam, out, options);
    }
    if (!started.ok) return fail(withAdviceBeforeStart(started.problem));
    stopTelling();
    context.begin();
    return finish(context, started.value, out, options, oddities);
  };
}

function exportOptionsOf(options: CleanOptions): KeptRows & { keep: Verdict[]; withVerdicts: boolean } {
  return {
    keep: options.keep ?? [...RECOMMENDED_VERDICTS],
    withVerdicts: options.withVerdicts === true,
    keepDuplicates: options.keepDuplicates === true,
    keepEmpty: options.keepEmpty === true,
  };
}

async function start(
  { session, signal }: CommandContext,
  agreed: Omit<CallInput<"cleanings.start">, "waitForCredits" | "out">,
  out: OutputTarget,
  options: CleanOptions,
): Promise<Result<string>> {
  const waitForCredits = options.waitForCredits === true;
  const allowShrink = options.allowShrink === true;
  const file =
    out.kind === "stream" ? undefined : { ...exportOptionsOf(options), ...fileOf(out), allowShrink };
  const started = await session.call("cleanings.start", { ...agreed, waitForCredits, out: file }, signal);
  return started.ok ? ok(started.value.id) : started;
}

function fileOf({ path, existing }: Extract<OutputTarget, { kind: "file" }>) {
  return existing === null ? { path, overwrite: false } : { path, overwrite: true, standing: existing };
}

async function finish(
  context: CommandContext,
  id: string,
  out: OutputTarget,
  options: CleanOptions,
  oddities: readonly Anomaly[],
): Promise<CommandResult> {
  const { session, terminal, signal } = context;
  const watched = await watch(session, id, terminal, signal, options);
  let { cleaning } = watched;
  let readerLeft: boolean | undefined;
  let problemNow = watched.kind === "stopped" ? withAdviceAfterStart(watched.problem, id) : null;
  if (out.kind === "file" && problemNow?.code === "out_shrinks" && options.yes !== true) {
    terminal.say(sentences(problemNow.title, problemNow.detail));
    const agreed = await confirmOrFail(terminal, "Replace it anyway?", { noTerminal: problemNow });
    if (agreed.ok) {
      const written = await writeShorter(context, id, out, exportOptionsOf(options));
      if (written.ok) ({ value: cleaning } = written);
      problemNow = written.ok ? null : withAdviceAfterStart(written.problem, id);
    }
  }
  if (out.kind === "stream" && problemNow === null) {
    const exportOptions = exportOptionsOf(options);
    const written = await writeInto(context, id, out.path, exportOptions);
    if (written.ok) {
      const { rows } = written.value;
      const path = targetLabel(out.path);
      cleaning = { ...cleaning, out: { ...exportOptions, path, rows, ...cellCountsOf(written.value) } };
      readerLeft = written.value.readerLeft;
    } else problemNow = withAdviceAfterStart(written.problem, id);
  }
  if (out.kind === "stream" && problemNow !== null) terminal.say(laterLine(id));
  const rows = await outputRowCounts(session, cleaning);
  if (options.json === true) terminal.json({ ...cleaningReport(cleaning, rows), oddities });
  else {
    for (const line of unverifiedLines(cleaning)) terminal.say(line);
    if (problemNow === null) for (const line of cleaningLines(cleaning, rows, readerLeft)) terminal.say(line);
  }
  return problemNow === null
    ? ok(null)
    : { ...fail(problemNow), isInJson: true, underWay: isUnderWay(cleaning) };
}

/** Writes the cleaned list to a stream, which exists only while this command runs. */
function writeInto(
  { session, signal }: CommandContext,
  cleaningId: string,
  path: string,
  { keep, withVerdicts, ...rows }: ReturnType<typeof exportOptionsOf>,
): Promise<Result<ExportResult>> {
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

/** Replaces the file by a much shorter one, as the user has agreed. */
async function writeShorter(
  { session, signal }: CommandContext,
  cleaningId: string,
  { path, existing }: Extract<OutputTarget, { kind: "file" }>,
  options: ReturnType<typeof exportOptionsOf>,
): Promise<Result<Cleaning>> {
  const { keep, withVerdicts, ...rows } = options;
  const target = { kind: "path", path, overwrite: true, standing: existing ?? undefined } as const;
  const filter = defaultExportFilter(keep, rows);
  const format = formatOfName(path);
  const request = { cleaningId, filter, format, withVerdicts, allowEmpty: true, allowShrink: true, target };
  const written = await session.call("exports.write", request, signal);
  if (!written.ok) return written;
  const left = await session.call("cleanings.act", { cleaningId, action: "leave_file" });
  if (!left.ok) return left;
  return ok({
    ...left.value,
    out: { ...options, path, rows: written.value.rows, ...cellCountsOf(written.value) },
  });
}

function laterLine(id: string): string {
  return `Only this command could write there; 'resume' does not. Once the cleaning is done: winnow export ${id} --out <file>`;
}

function dryRunResult(
  price: Price,
  { balance }: Account,
  {
    file,
    out,
    oddities,
  }: { readonly file: string; readonly out: OutputTarget | null; readonly oddities: readonly Anomaly[] },
  { maxCredits: limit, json }: CleanOptions,
  terminal: Terminal,
): CommandResult {
  const {
    rows,
    repeated,
    malformed,
    empty,
    suppressed,
    erased = 0,
    known,
    beyondLimit,
    elsewhere = 0,
  } = price;
  const { credits, parts } = price;
  const over = limit !== undefined && credits > limit;
  const refusal = over
    ? withAdviceBeforeStart(problem("credits_over_limit", { needed: credits, limit }))
    : null;
  if (json === true) {
    const skipped = { repeated, malformed, empty, suppressed, erased, known, beyondLimit, elsewhere };
    terminal.json({
      dryRun: true,
      file,
      out: out?.path ?? null,
      rows,
      ...skipped,
      credits,
      short: balance === null ? null : shortBy(price, balance.credits),
      parts,
      oddities,
      ...(refusal === null ? {} : { problem: refusal }),
    });
  }
  if (refusal !== null) return { ...fail(refusal), isInJson: true };
  terminal.say("Nothing was sent or stored.");
  return ok(null);
}

/** Reports each failed balance request while it is retried. Returns an unsubscribe function. */
function reportBalanceRetries({ engine }: Session, terminal: Terminal): () => void {
  return engine.on((event) => {
    if (event.event !== "balance.waiting" || event.problem === null) return;
    terminal.say(sentences(event.problem.title, "Checking the balance again; Ctrl+C stops."));
  });
}
