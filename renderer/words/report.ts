import type { Answer } from "../../shared/bridge/answer.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { count, counted } from "../../shared/numbers.ts";
import { assertNever } from "../../shared/result.ts";
import type { Verdict } from "../../shared/verdicts.ts";

const addresses = (n: number) => counted(n, "address", "addresses");

export const reportWords = {
  title: (name: string) => `Report on ${name}`,
  back: "Back to the results",
  from: "Your name or agency",
  for: "Prepared for",
  logo: "Logo",
  chooseLogo: "Choose an image",
  removeLogo: "Remove the logo",
  logoUnread: "This image cannot be read.",
  savePdf: "Save as PDF",
  print: "Print or save as PDF",
  saved: "The report is saved.",
  open: "Open",
  kind: "Email list report",
  preparedFor: "Prepared for",
  sandbox: "Made up by the sandbox: no service verified these addresses.",
  grain: (n: number) => `Each grain is 1% of ${addresses(n)}.`,
  verdicts: "Addresses by verdict",
  total: "Total",
  totalHelp: "different addresses",
  none: "No verdict",
  noneHelp: "Left out or not verified.",
  problems: "Where the problems are",
  problemsHelp: "Rows at the domains with the most undeliverable addresses",
  ofRows: (part: number, all: number) => `${count(part)} of ${count(all)}`,
  legend:
    "Green is deliverable, hatched is not confirmed, red is undeliverable. The numbers count the undeliverable rows.",
  noProblems: "No domain has an undeliverable address.",
  done: "What was done",
  rows: "Rows received",
  verified: "Addresses verified",
  next: "What to do next",
  foot: (on: string) =>
    `Cleaned on ${on}. Addresses are verified by asking their mail servers; no email is sent to anyone.`,
  winnow: "Made with Winnow",
} as const;

/** Verdict help for readers who don't know Winnow. */
export const REPORT_HELP: Record<Verdict, string> = {
  deliverable: "Safe to send. The mailbox takes mail.",
  accept_all: "The server accepts every name. Send in small batches.",
  unknown: "The server gave no answer. Check again before sending.",
  undeliverable: "Would bounce. Do not send.",
};

export function reportStory(answer: Answer, undeliverable: number, isMadeUp: boolean): string {
  const { segments, addresses: all } = answer;
  const bad = segments.do_not_send.addresses;
  const risky = segments.risky.addresses;
  const parts = [
    bad > 0 ? `${addresses(bad)} should not be mailed` : "",
    risky > 0 ? `${count(risky)} could not be confirmed` : "",
  ].filter(Boolean);
  const first = parts.length === 0 ? "" : `${parts.join(", and ")}.`;
  const share = all === 0 ? 0 : Math.round((undeliverable / all) * 100);
  if (share === 0 || isMadeUp) return first;
  return `${first} Without cleaning, about ${count(share)} in every 100 emails would have bounced.`;
}

/** Returns how the received rows reduce to the verified addresses: each line is subtracted from the previous ones. */
export function reportSteps({ price }: Answer): readonly (readonly [string, number])[] {
  const off = [
    ["Duplicates merged", price.duplicates],
    ["Invalid rows left out", price.invalid],
    ["Empty rows left out", price.empty],
    ["On a suppression list, left out", price.suppressed],
    ["Erased on request, left out", price.erased],
    ["Verified before, not paid for again", price.known],
    ["With a verdict in the file", price.inFile],
    ["Without a verdict in the file", price.withoutVerdict],
    ["Verified in another list", price.elsewhere],
    ["Left for later, not verified", price.beyondLimit],
  ] as const;
  return off.filter(([, rows]) => rows > 0);
}

export function reportAdvice(answer: Answer, cleanAgain: string | null): string[] {
  const { segments, acceptAll, notVerified } = answer;
  const unknown = segments.risky.addresses - acceptAll;
  const open = notVerified?.addresses ?? 0;
  return [
    segments.safe.addresses > 0 ? `Send to the ${addresses(segments.safe.addresses)} that are safe.` : "",
    acceptAll > 0
      ? `Send to the ${count(acceptAll)} accept-all in small batches, and watch the bounces.`
      : "",
    unknown > 0 ? `Check the ${count(unknown)} unknown again before you send to them.` : "",
    segments.do_not_send.addresses > 0
      ? `Do not send to the other ${count(segments.do_not_send.addresses)}.`
      : "",
    open > 0 ? `Verify the ${count(open)} that are not verified yet.` : "",
    cleanAgain === null ? "" : `Clean the list again by ${cleanAgain}.`,
  ].filter(Boolean);
}

/** Returns a warning for a report of an incomplete cleaning; `null` if it is complete. */
export function reportCaution(
  { state, unverified }: Pick<Cleaning, "state" | "unverified">,
  on: string,
): string | null {
  switch (state) {
    case "running":
    case "waiting":
    case "paused":
      return "This cleaning is under way: not all results are here yet.";
    case "cancelled":
      return `Cancelled on ${on}: not all addresses were verified.`;
    case "failed":
      return `Ended on ${on} without results for all addresses.`;
    case "done":
      return (unverified?.addresses ?? 0) > 0 ? `Ended on ${on} without results for all addresses.` : null;
    case "imported":
      return null;
    default:
      return assertNever(state);
  }
}
