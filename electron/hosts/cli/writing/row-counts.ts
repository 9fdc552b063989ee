import type { Unwanted } from "../../../../shared/bridge/answer.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { LEFT_OUT_REASONS } from "../../../../shared/bridge/constants.ts";
import type { ExportRowCounts } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { leftOutWords } from "../../../../shared/left-out-words.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import { credits } from "../../../../shared/problems/wording.ts";
import { sentences } from "../../../../shared/sentences.ts";
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
