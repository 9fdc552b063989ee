import { type CellCounts, cellCountLines } from "../../../../shared/bridge/cell-counts.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { count as number } from "../../../../shared/numbers.ts";
import type { Verdict } from "../../../../shared/verdicts.ts";
import type { OpenedCleaning } from "../../results/index.ts";
import type { WriteInput, WriteOutcome } from "../types.ts";

const WORDS: Readonly<Record<Verdict | "not_verified", string>> = {
  deliverable: "Deliverable",
  accept_all: "Accept-all",
  unknown: "Unknown",
  undeliverable: "Undeliverable",
  not_verified: "Not verified",
};

const WORD_OF: ReadonlyMap<string, string> = new Map(Object.entries(WORDS));

/** A short account of what was exported, as plain text. */
export function summaryText(
  cleaning: OpenedCleaning,
  input: Pick<WriteInput, "name" | "now" | "request"> & Pick<WriteOutcome, "account">,
  counts: readonly { name: string; rows: number }[],
  changed: CellCounts,
): string {
  const total = counts.reduce((sum, { rows }) => sum + rows, 0);
  const marks = { keep: 0, drop: 0 };
  for (const mark of cleaning.marks.byRow) {
    if (mark === 1) marks.keep++;
    else if (mark === 2) marks.drop++;
  }
  const lines = [
    `Results of ${input.name}`,
    `Exported ${new Date(input.now).toISOString()}`,
    "",
    `Rows in the list: ${number(cleaning.rows)}`,
    `Rows written:     ${number(total)}`,
    "",
    ...counts.map(({ name, rows }) => `${`${WORD_OF.get(name) ?? name}:`.padEnd(17)} ${number(rows)}`),
    "",
  ];
  const suppressed = input.account.leftOut.suppressed ?? 0;
  if (suppressed > 0) lines.push(`On a suppression list, left out: ${number(suppressed)}`, "");
  if (marks.keep + marks.drop > 0) {
    lines.push(
      `Marked by hand: ${number(marks.keep)} to keep, ${number(marks.drop)} to drop (${marksWords(input.request.filter)})`,
      "",
    );
  }
  return [...lines, ...cellCountLines(changed), ""].join("\r\n");
}

/** What became of the rows that were marked by hand. */
function marksWords({ applyOverrides, leaveOutMarked }: ResultFilter): string {
  if (applyOverrides === true) return "applied";
  if (leaveOutMarked === undefined) return "not applied";
  return leaveOutMarked === "drop" ? "those to drop are left out" : "those to keep are left out";
}
