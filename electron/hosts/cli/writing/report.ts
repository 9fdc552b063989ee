import { type CellCounts, cellCountLines, cellCountsOf } from "../../../../shared/bridge/cell-counts.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { isSimulated } from "../../../../shared/cleaning-state.ts";
import { counted, count as n } from "../../../../shared/numbers.ts";
import { unwantedWords } from "../../../../shared/unwanted.ts";
import { VERDICTS } from "../../../../shared/verdicts.ts";
import { leftOutLines, type OutputRowCounts } from "./row-counts.ts";

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
    /** Parts without results, with their addresses and rows without a verdict. */
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
