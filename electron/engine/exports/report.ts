import { randomUUID } from "node:crypto";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Summary } from "../../../shared/bridge/results.ts";
import { isMadeUp } from "../../../shared/made-up.ts";
import { count as n, share as percent } from "../../../shared/numbers.ts";
import { problem } from "../../../shared/problems.ts";
import { assertNever, fail, ok, type Result } from "../../../shared/result.ts";
import { plainDate } from "../../../shared/times.ts";
import { FLAGS, type Flag, VERDICTS, type Verdict } from "../../../shared/verdicts.ts";
import type { Clock, Handlers } from "../handlers.ts";
import type { ResultReader } from "../results/index.ts";
import { writeText } from "./files/put-file.ts";
import { safeNameWith, stemOf } from "./files/safe-name.ts";
import { createDestinations, type DestinationsInput } from "./write/destination.ts";

/** The words and colours of the report; the colours are those of the page, on paper. */
const VERDICT: Record<Verdict, { name: string; sign: string; colour: string; help: string }> = {
  deliverable: { name: "Deliverable", sign: "✓", colour: "#2a7f4f", help: "Safe to send to." },
  accept_all: {
    name: "Accept-all",
    sign: "~",
    colour: "#96610b",
    help: "The host takes mail for any address: send in small, careful batches.",
  },
  unknown: {
    name: "Unknown",
    sign: "?",
    colour: "#636973",
    help: "The mail server gave no clear answer: may be kept.",
  },
  undeliverable: { name: "Undeliverable", sign: "✕", colour: "#b93632", help: "Would bounce: do not send." },
};
const FLAG: Record<Flag, string> = {
  syntax_error: "Syntax error",
  free: "Free provider",
  role: "Role address",
  disposable: "Disposable",
  trap: "Spam trap",
  unwanted: "Not to be mailed",
};
const NONE = "#c9c9c4";
const RADIUS = 70;
const ROUND = 2 * Math.PI * RADIUS;

/** A page of its own (no script, nothing loaded) that an agency can print or hand to its client. */
export function reportPage(cleaning: Cleaning, summary: Summary, now: Date): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(cleaning.name)}: list report</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>${STYLE}</style></head><body>
<header><h1>${escaped(cleaning.name)}</h1>
<p>${howItStands(cleaning, now)}${
    isMadeUp(cleaning) ? " in the <strong>sandbox: these verdicts are made up</strong>" : ""
  } · ${escaped(cleaning.accountLabel)}</p></header>
<section class="ring">${ring(summary)}<table><caption>Rows by verdict</caption>
${VERDICTS.map((verdict) => verdictRow(verdict, summary)).join("\n")}
${summary.noneRows > 0 ? `<tr><td><i style="background:${NONE}"></i>No verdict</td><td>${n(summary.noneRows)}</td><td>${share(summary.noneRows, summary.rows)}</td><td>Invalid, suppressed or not verified.</td></tr>` : ""}
<tr class="sum"><td>All rows</td><td>${n(summary.rows)}</td><td>100.0%</td><td></td></tr></table></section>
<section><h2>What was done</h2><table>
${facts(cleaning, summary)
  .map(([name, value]) => `<tr><td>${name}</td><td>${n(value)}</td></tr>`)
  .join("\n")}</table></section>
<section class="two"><div><h2>Flags</h2><table>
${FLAGS.filter((flag) => flag !== "unwanted" || summary.flagRows.unwanted > 0)
  .map((flag) => `<tr><td>${FLAG[flag]}</td><td>${n(summary.flagRows[flag])}</td></tr>`)
  .join("\n")}</table></div>
<div><h2>Domains with the most trouble</h2><table><tr><th>Domain</th><th>Undeliverable rows</th><th>Verified rows</th></tr>
${summary.domains
  .filter((one) => one.undeliverable > 0)
  .slice(0, 15)
  .map(
    (one) =>
      `<tr><td>${escaped(one.domain)}</td><td>${n(one.undeliverable)}</td><td>${n(one.verified)}</td></tr>`,
  )
  .join("\n")}</table></div></section>
<footer>Made with Winnow on ${plainDate(now.getTime())}.</footer></body></html>
`;
}

function facts(cleaning: Cleaning, summary: Summary): [string, number][] {
  const { skipped } = cleaning;
  const all: [string, number][] = [
    ["Rows in the list", cleaning.rows],
    ["Duplicates, not paid for", skipped.duplicate],
    ["Invalid rows, not paid for", skipped.malformed],
    ["Empty rows, not paid for", skipped.empty],
    ["Suppressed addresses, left out", skipped.suppressed],
    ["Rows on a suppression list when this was made: not to be mailed", summary.suppressedRows ?? 0],
    ["Addresses already known, not paid for again", skipped.known],
    ["Addresses not verified, beyond the limit", skipped.beyondLimit],
    ["Addresses verified in another list, not paid for again", skipped.elsewhere],
    ["Addresses verified", verifiedOf(cleaning)],
    ["Addresses not verified yet", leftOf(cleaning)],
    ["Credits spent", cleaning.spent],
    ["Addresses without a verdict: their part returned no results", cleaning.unverified?.addresses ?? 0],
    ["Addresses that did not come back", cleaning.missing],
  ];
  return all.filter(([, value], index) => index === 0 || value > 0);
}

/** What became of the cleaning, and when. */
function howItStands(cleaning: Cleaning, now: Date): string {
  const ended = plainDate(cleaning.finishedAt ?? cleaning.createdAt);
  switch (cleaning.state) {
    case "running":
    case "waiting":
    case "paused":
      return `<strong>Under way: not all results are here</strong>, as of ${plainDate(now.getTime())}`;
    case "cancelled":
      return `<strong>Cancelled on ${ended}: not all addresses were verified</strong>`;
    case "failed":
      return `<strong>Ended on ${ended} without results for all addresses</strong>`;
    case "done":
      return (cleaning.unverified?.addresses ?? 0) > 0
        ? `<strong>Ended on ${ended} without results for all addresses</strong>`
        : `Cleaned on ${ended}`;
    case "imported":
      return `Results taken in on ${ended}`;
    default:
      return assertNever(cleaning.state);
  }
}

function isOver({ state }: Cleaning): boolean {
  return state !== "running" && state !== "waiting" && state !== "paused";
}

/** Addresses whose verification is behind them, under way or not. */
function verifiedOf(cleaning: Cleaning): number {
  const { uploaded, verified, unverified } = cleaning;
  return isOver(cleaning) ? uploaded - (unverified?.addresses ?? 0) : verified;
}

/** Addresses that were agreed to and are not verified yet. */
function leftOf(cleaning: Cleaning): number {
  const { uploaded, verified, unverified } = cleaning;
  return isOver(cleaning) ? 0 : Math.max(0, uploaded - verified - (unverified?.addresses ?? 0));
}

function verdictRow(verdict: Verdict, summary: Summary): string {
  const { name, sign, colour, help } = VERDICT[verdict];
  const rows = summary.verdictRows[verdict] ?? 0;
  return `<tr><td><i style="background:${colour}">${sign}</i>${name}</td><td>${n(rows)}</td><td>${share(rows, summary.rows)}</td><td>${help}</td></tr>`;
}

function ring(summary: Summary): string {
  let turned = 0;
  const arcs = [
    ...VERDICTS.map((verdict) => ({
      rows: summary.verdictRows[verdict] ?? 0,
      colour: VERDICT[verdict].colour,
    })),
    { rows: summary.noneRows, colour: NONE },
  ].map(({ rows, colour }) => {
    const length = summary.rows === 0 ? 0 : (rows / summary.rows) * ROUND;
    const arc = `<circle r="${RADIUS}" cx="100" cy="100" fill="none" stroke="${colour}" stroke-width="24" stroke-dasharray="${length} ${ROUND - length}" stroke-dashoffset="${-turned}"/>`;
    turned += length;
    return arc;
  });
  return `<svg viewBox="0 0 200 200" role="img" aria-label="Rows by verdict"><g transform="rotate(-90 100 100)">${arcs.join("")}</g><text x="100" y="104" text-anchor="middle">${n(summary.rows)}</text><text x="100" y="122" text-anchor="middle" class="small">rows</text></svg>`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : percent(part / whole);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const STYLE = `
body{font:14px/1.5 system-ui,sans-serif;color:#22252b;max-width:760px;margin:40px auto;padding:0 24px}
h1{font-size:26px;margin:0}h2{font-size:16px;margin:28px 0 8px}header p,footer{color:#5b616b}
.ring{display:flex;gap:32px;align-items:center;margin-top:24px}.ring svg{width:190px;flex:none}
.two{display:grid;grid-template-columns:1fr 1.6fr;gap:32px}
text{font-size:22px;font-weight:600;fill:#22252b}text.small{font-size:12px;font-weight:400}
table{border-collapse:collapse;width:100%}caption{display:none}td,th{padding:4px 8px;border-bottom:1px solid #e5e5e0;text-align:left}
td:nth-child(n+2):not(:last-child),td:nth-child(2){text-align:right;font-variant-numeric:tabular-nums}
td i{display:inline-block;width:18px;height:18px;border-radius:9px;color:#fff;font-style:normal;text-align:center;line-height:18px;font-size:12px;margin-right:8px}
.sum td{font-weight:600}footer{margin-top:40px;font-size:12px}
@media print{body{margin:0;max-width:none}td i,svg{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
`;

export interface ReportCallsInput extends DestinationsInput {
  readonly reader: ResultReader;
  readonly clock: Clock;
  readonly cleaning: (cleaningId: string) => Promise<Result<Cleaning>>;
}

export interface ReportCalls {
  readonly handlers: Handlers<"exports.report">;
}

/** Writes the printable report of a cleaning: whole, or not at all. */
export function createReportCalls(input: ReportCallsInput): ReportCalls {
  const { reader, clock, cleaning, downloads } = input;
  const destinationOf = createDestinations(input);
  return {
    handlers: {
      async "exports.report"({ cleaningId, target }, { signal }) {
        const found = await cleaning(cleaningId);
        if (!found.ok) return found;
        const { listId } = found.value;
        const summary = await reader.ask("summary", { cleaningId, listId }, { signal });
        if (!summary.ok) return summary;
        const html = reportPage(found.value, summary.value, new Date(clock.now()));
        const name = safeNameWith(stemOf(found.value.name), "-report.html");
        const id = randomUUID();
        const to = destinationOf(target, { id, listId, name });
        const path = to.place.named;
        let kept = false;
        try {
          // A page for people to look at is of no use in a pipe.
          if (to.stream !== null) return fail(problem("out_not_a_file", { path: to.stream.path }));
          const written = await writeText(to.place, to.temporary, to.mode, html);
          if (!written.ok) return written;
          kept = true;
        } finally {
          to.end(kept);
        }
        const bytes = Buffer.byteLength(html);
        const isOffered = target.kind === "download";
        const downloadId = isOffered ? downloads.offer(id, { cleaningId, path, name, bytes }) : null;
        return ok({ name, path, bytes, downloadId });
      },
    },
  };
}
