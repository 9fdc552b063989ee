import type { Unwanted } from "../../../../shared/bridge/answer.ts";
import { type CellCounts, cellCountLines, cellCountsOf } from "../../../../shared/bridge/cell-counts.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { LEFT_OUT_REASONS } from "../../../../shared/bridge/constants.ts";
import type { ExportRowCounts } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { isSimulated } from "../../../../shared/cleaning-state.ts";
import { leftOutWords, unwantedWords } from "../../../../shared/left-out-words.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import { credits } from "../../../../shared/problems/wording.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { VERDICTS } from "../../../../shared/verdicts.ts";
import { defaultExportFilter } from "../../../engine/index.ts";
import type { Session } from "../session.ts";

async function rowAccountOf(
  session: Session,
  cleaningId: string,
  filter: ResultFilter,
): Promise<ExportRowCounts | null> {
  const counted = await session.call("exports.count", { cleaningId, filter });
  return counted.ok ? counted.value : null;
}

/** Row counts of a cleaning's own file, with the addresses that another service marks as unwanted. */
export interface OutputRowCounts extends ExportRowCounts {
  readonly unwantedBy?: Unwanted;
}

/** Returns the counts of the file that the cleaning wrote; `null` if it wrote none. */
export async function outputRowCounts(
  session: Session,
  { id, out }: Cleaning,
): Promise<OutputRowCounts | null> {
  if (out === null || out.rows === null) return null;
  const filter = defaultExportFilter(out.keep, out);
  const account = await rowAccountOf(session, id, filter);
  // Marks and suppression lists may have changed since the file was written; then the counts don't match it.
  if (account?.rows !== out.rows) return null;
  const answer = await session.call("results.answer", { cleaningId: id });
  const unwantedBy = answer.ok ? answer.value.unwanted : undefined;
  return unwantedBy === undefined ? account : { ...account, unwantedBy };
}

/** Returns the rows left out, by reason. With the rows written they add up to the list. */
export function leftOutLines({ leftOut, unverified, unwanted = 0 }: ExportRowCounts): string[] {
  const reasons = LEFT_OUT_REASONS.flatMap((reason) => {
    const rows = leftOut[reason] ?? 0;
    return rows === 0 ? [] : [{ rows, words: leftOutWords(reason, rows) }];
  });
  const lines: string[] = [];
  if (reasons.length > 0) {
    const sum = reasons.reduce((all, { rows }) => all + rows, 0);
    lines.push(`${counted(sum, "row", "rows")} left out: ${reasons.map(({ words }) => words).join(", ")}.`);
  }
  if (unwanted > 0)
    lines.push(`${n(unwanted)} of the rows written ${unwanted === 1 ? "is" : "are"} not to be mailed.`);
  if (unverified > 0) {
    lines.push(`${n(unverified)} of the rows written ${unverified === 1 ? "has" : "have"} no verdict.`);
  }
  return lines;
}

/** Returns the parts without results, the consequences for their rows, and the next step. */
export function unverifiedLines({ parts, unverified, state, spent }: Cleaning): string[] {
  if (unverified === null) return [];
  const what =
    state === "cancelled"
      ? "Cancelled before they were verified"
      : unverified.parts === 0
        ? "Another list was verifying them, but ended without their verdicts"
        : `${n(unverified.parts)} of ${counted(parts.length, "part", "parts")} returned no results`;
  const addresses = `${counted(unverified.addresses, "address", "addresses")}`;
  const rows =
    unverified.rows === null
      ? "their rows have no verdict"
      : `${counted(unverified.rows, "row has", "rows have")} no verdict`;
  return [
    `${what}: ${addresses}, so ${rows}.`,
    ...(spent === 0
      ? []
      : [`Up to ${credits(spent)} ${spent === 1 ? "was" : "were"} charged for this list so far.`]),
    ...parts.flatMap(({ ordinal, problem, state, again }) => {
      if (state !== "failed" && state !== "gone" && state !== "cancelled") return [];
      const why = problem === null ? (state === "cancelled" ? "cancelled" : state) : problem.title;
      return [
        sentences(`Part ${n(ordinal)}: ${why}`, WAYS_ON[state === "gone" ? "gone" : (again ?? "none")]),
      ];
    }),
  ];
}

const WAYS_ON = {
  retry: "`winnow resume` tries it again, at no more than you agreed to.",
  gone: "`winnow resume` asks the service for it again, which costs nothing. If it is still missing, clean the list again: you pay for those addresses again, but not for any already known.",
  upload_again: "It cannot be tried again: clean the list again. Addresses already known cost nothing.",
  none: "It is not tried again.",
} as const;

export const SANDBOX_LINE = "From the sandbox: these verdicts are made up.";

export function cleaningReport(cleaning: Cleaning, account: OutputRowCounts | null = null) {
  return {
    cleaning: cleaning.id,
    name: cleaning.name,
    state: cleaning.state,
    sandbox: isSimulated(cleaning),
    ...(cleaning.waiting == null
      ? {}
      : {
          waitingFor: cleaning.waiting.for,
          waitingSince:
            cleaning.waiting.since === null ? null : new Date(cleaning.waiting.since).toISOString(),
          ...(cleaning.waiting.until === undefined
            ? {}
            : { waitingUntil: new Date(cleaning.waiting.until).toISOString() }),
        }),
    parts: cleaning.parts.map((part) => ({
      jobId: part.jobId,
      status: part.serviceStatus ?? part.state,
      state: part.state,
      addresses: part.total,
      ...(part.again === null ? {} : { again: part.again }),
      ...(part.problem === null ? {} : { problem: part.problem.code }),
    })),
    /** Parts without results, and their addresses and rows without a verdict. */
    unverified: cleaning.unverified ?? { parts: 0, addresses: 0, rows: 0 },
    rows: cleaning.rows,
    unique: cleaning.unique,
    uploaded: cleaning.uploaded,
    credits: cleaning.credits,
    results: Object.fromEntries(VERDICTS.map((verdict) => [verdict, cleaning.counts[verdict] ?? 0])),
    skipped: {
      duplicate: cleaning.skipped.duplicate,
      /** All rows without a usable address; `empty` counts those with an empty cell. */
      malformed: cleaning.skipped.malformed + cleaning.skipped.empty,
      empty: cleaning.skipped.empty,
      known: cleaning.skipped.known,
      suppressed: cleaning.skipped.suppressed,
      erased: cleaning.skipped.erased,
      beyondLimit: cleaning.skipped.beyondLimit,
      elsewhere: cleaning.skipped.elsewhere,
    },
    missing: cleaning.missing,
    out: cleaning.out?.path ?? null,
    written: cleaning.out?.rows ?? null,
    ...(account === null ? {} : { leftOut: account.leftOut }),
    /** Addresses that another service marks as unwanted. */
    ...(account?.unwantedBy === undefined ? {} : { unwanted: account.unwantedBy }),
    ...(cleaning.out === null ? {} : cellCountsOf(cleaning.out)),
    ...(cleaning.problem === null ? {} : { problem: cleaning.problem }),
  };
}

export function cleaningLines(
  cleaning: Cleaning,
  account: OutputRowCounts | null,
  readerLeft?: boolean | undefined,
): string[] {
  const words = {
    deliverable: "Deliverable",
    accept_all: "Accept-all",
    unknown: "Unknown",
    undeliverable: "Undeliverable",
  };
  const lines = VERDICTS.map((verdict) => `${words[verdict].padEnd(14)} ${n(cleaning.counts[verdict] ?? 0)}`);
  if (isSimulated(cleaning)) lines.unshift(SANDBOX_LINE);
  if (cleaning.missing > 0) lines.push(missingLine(cleaning));
  if (account?.unwantedBy !== undefined)
    lines.push(`${unwantedWords(account.unwantedBy)}, according to the service.`);
  lines.push(`${counted(cleaning.spent, "credit", "credits")} used.`);
  if (cleaning.out?.rows != null) lines.push(...writtenLines({ ...cleaning.out, readerLeft }));
  if (account !== null) lines.push(...leftOutLines(account));
  return lines;
}

function missingLine({ missing, state, actions, id }: Cleaning): string {
  if (state === "imported")
    return `${counted(missing, "address has no verdict in this file and counts", "addresses have no verdict in this file and count")} as unknown.`;
  const asked = actions.includes("fetch_again")
    ? ` 'winnow resume ${id}' asks for ${missing === 1 ? "it" : "them"} again, free of charge.`
    : "";
  return `${counted(missing, "address has no result and counts", "addresses have no result and count")} as unknown.${asked}`;
}

interface Written extends Pick<NonNullable<Cleaning["out"]>, "path" | "rows">, CellCounts {
  readonly readerLeft?: boolean | undefined;
}

export function writtenLines({ path, rows, readerLeft = false, ...counts }: Written): string[] {
  const what = `${n(rows ?? 0)} ${rows === 1 ? "row" : "rows"}`;
  if (readerLeft)
    return [
      `The reader stopped before the end: not all of ${what} ${rows === 1 ? "was" : "were"} written to ${path}`,
    ];
  return [`${what} written to ${path}`, ...cellCountLines(counts)];
}
