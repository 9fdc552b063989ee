import { cellCountsOf } from "../../../../shared/bridge/cell-counts.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { isSimulated } from "../../../../shared/cleaning-state.ts";
import { bouncesText } from "../../../../shared/forecast-words.ts";
import { counted } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { RECOMMENDED_VERDICTS, type Verdict } from "../../../../shared/verdicts.ts";
import { defaultExportFilter, formatOfName } from "../../../engine/index.ts";
import type { Command, CommandContext } from "../run-command.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import {
  BLOCKED_BY_FILE,
  resolveOutput,
  targetLabel,
  withAdviceBeforeStart,
} from "../writing/output-target.ts";
import { leftOutLines, SANDBOX_LINE, unverifiedLines, writtenLines } from "../writing/report.ts";
import { findCleaning } from "./find-cleaning.ts";
import { isUnderWay } from "./follow-cleaning.ts";

export interface ExportOptions extends OutputOptions {
  readonly out: string;
  readonly overwrite?: boolean;
  readonly keep?: Verdict[];
  readonly withVerdicts?: boolean;
  readonly keepDuplicates?: boolean;
  readonly keepEmpty?: boolean;
  readonly encoding?: string;
  readonly allowShrink?: boolean;
  /** In percent. */
  readonly maxBounce?: number;
}

export function exportCommand(name: string, options: ExportOptions): Command {
  return async (context) => {
    const { session, terminal, signal, begin } = context;
    const place = resolveOutput(options, session.dataDir, []);
    if (!place.ok) return place;
    const out = place.value;
    const found = await findCleaning(session, name);
    if (!found.ok) return found;
    if (isUnderWay(found.value)) {
      return fail(problem("cleaning_unfinished", { name: found.value.name }));
    }
    const cleaning = found.value;
    const wanted = defaultExportFilter(options.keep ?? [...RECOMMENDED_VERDICTS], {
      keepDuplicates: options.keepDuplicates === true,
      keepEmpty: options.keepEmpty === true,
    });
    const budget = await withinBudget(context, cleaning.id, wanted, options.maxBounce);
    if (!budget.ok) return budget;
    const filter = budget.value;
    const standing = out.kind === "file" ? (out.existing ?? undefined) : undefined;
    begin();
    const written = await session.call(
      "exports.write",
      {
        cleaningId: cleaning.id,
        filter,
        format: formatOfName(out.path),
        withVerdicts: options.withVerdicts === true,
        allowShrink: options.allowShrink === true,
        ...(options.encoding === undefined ? {} : { readAs: options.encoding }),
        target: { kind: "path", path: out.path, overwrite: standing !== undefined, standing },
      },
      signal,
    );
    if (!written.ok) {
      const refusal = written.problem;
      return fail(
        refusal.code === "export_encoding_unclear"
          ? { ...refusal, action: "Say which: --encoding <name>." }
          : withAdviceBeforeStart(refusal),
      );
    }
    // The file that blocked the cleaning was this one, even if it has moved since.
    const settles = cleaning.actions.includes("leave_file") && BLOCKED_BY_FILE.has(cleaning.problem?.code);
    if (settles) await session.call("cleanings.act", { cleaningId: cleaning.id, action: "leave_file" });
    const { rows, account = null, readerLeft } = written.value;
    const file = { path: targetLabel(out.path), rows, readerLeft, ...cellCountsOf(written.value) };
    if (options.json === true) {
      terminal.json({
        cleaning: cleaning.id,
        state: cleaning.state,
        sandbox: isSimulated(cleaning),
        out: out.path,
        written: rows,
        ...(account === null ? {} : { leftOut: account.leftOut, writtenUnverified: account.unverified }),
        unverified: cleaning.unverified ?? { parts: 0, addresses: 0, rows: 0 },
        ...cellCountsOf(file),
      });
      return ok(null);
    }
    if (settles && cleaning.out !== null)
      terminal.say(`${cleaning.out.path} does not change: nothing more is written there.`);
    if (isSimulated(cleaning)) terminal.say(SANDBOX_LINE);
    const left = account === null ? [] : leftOutLines(account);
    for (const line of [...writtenLines(file), ...left, ...unverifiedLines(cleaning)]) terminal.say(line);
    return ok(null);
  };
}

/** Narrows `filter` so that at most the given percentage would bounce. */
async function withinBudget(
  { session, terminal }: CommandContext,
  cleaningId: string,
  filter: ResultFilter,
  percent: number | undefined,
): Promise<Result<ResultFilter>> {
  if (percent === undefined) return ok(filter);
  const most = percent / 100;
  const reply = await session.call("forecast.results", { cleaningId, filter, most });
  if (!reply.ok) return reply;
  const { budget, forecast } = reply.value;
  if (budget === null || budget.rate === null || budget.kept.bounds === null) {
    const { middle = 0, high = 0 } = forecast.bounds ?? {};
    return fail(
      problem("gate_refused", { most, addresses: forecast.addresses, middle, high, unverified: 0 }),
    );
  }
  terminal.say(
    `${counted(budget.kept.addresses, "address", "addresses")} kept: expected bounces ${bouncesText(budget.kept.bounds, budget.kept.addresses)}. ${counted(budget.left.addresses, "address", "addresses")} left out.`,
  );
  return ok({ ...filter, bounceRate: budget.rate });
}
