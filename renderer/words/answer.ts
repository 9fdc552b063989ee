import type { Answer } from "../../shared/bridge/answer.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { Bounds, Forecast } from "../../shared/bridge/forecast.ts";
import type { Insight } from "../../shared/bridge/insights.ts";
import { bouncesText } from "../../shared/forecast-words.ts";
import { count, counted, share } from "../../shared/numbers.ts";
import type { Segment } from "../../shared/segments.ts";
import { sentences } from "../../shared/sentences.ts";
export const forecastWords = {
  open: "Forecast…",
  title: "Expected bounces",
  loading: "Calculating expected bounces…",
  /** Forecast for the safe addresses and, if there are others, for the risky ones as well. */
  line: (safe: Forecast, all: Forecast) => {
    if (all.bounds === null) return null;
    const rule = safe.sent === 0 ? " None of your mailings is known yet, so this is a rough estimate." : "";
    const text = bouncesText(all.bounds, all.addresses, safe.addresses || all.addresses);
    if (safe.bounds === null || safe.addresses === all.addresses) return `Expected bounces: ${text}.${rule}`;
    return `Expected bounces: ${bouncesText(safe.bounds, safe.addresses)} if you send to the safe addresses, ${text} with the risky ones.${rule}`;
  },
  asItIs: (bounds: Bounds, addresses: number, unverified: number) =>
    `Expected bounces without cleaning: ${bouncesText(bounds, addresses)}.${unverified === 0 ? "" : ` ${counted(unverified, "address is", "addresses are")} not verified.`}`,
  groups: "By verdict and mail host",
  group: "Addresses",
  addresses: "Count",
  expected: "Will bounce",
  basis: "Based on",
  showRows: (name: string, addresses: number) => `${count(addresses)}, show rows: ${name}`,
  budget: "Keep bounces below",
  budgetHelp:
    "Winnow leaves out the addresses that are most likely to bounce until the rest is sure to stay below.",
  all: (most: number) => `All of it stays below ${share(most)}.`,
  none: (most: number) =>
    `No selection is sure to stay below ${share(most)}: too little is known about these addresses. Import the bounces of a campaign first.`,
  kept: ({ addresses, bounds }: Forecast, left: number) =>
    `${counted(addresses, "address", "addresses")} kept: ${bounds === null ? "" : `expected bounces ${bouncesText(bounds, addresses)}`}. ${counted(left, "address is", "addresses are")} left out:`,
  leftOut: (name: string, addresses: number, domains: string) =>
    `${count(addresses)} ${name.toLowerCase()}: ${domains}`,
  showKept: "Show kept addresses",
  exportKept: "Export kept addresses…",
  chip: (rate: number) => `Likely to bounce: ${share(rate)} at most`,
  mailings: "Past mailings",
  foretold: "Forecast",
  truth: "Bounced",
  sentTo: "Sent to",
  file: "File",
  noForecast: "none",
} as const;

function of(n: number, many: string, one: string): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
const rowsOf = (n: number) => of(n, "rows", "row");
const addressesOf = (n: number) => of(n, "addresses", "address");
const creditsOf = (n: number) => of(n, "credits", "credit");

function joined(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export const SEGMENT_NAMES: Record<Segment, string> = {
  safe: "Safe to send",
  risky: "Risky",
  do_not_send: "Do not send",
  not_verified: "Not verified",
};

export const answerWords = {
  region: "Summary",
  loading: "Loading the summary…",
  addresses: (n: number) => (n === 1 ? "address" : "addresses"),
  export: "Export",
  exportSegment: (name: string) => `Export: ${name}`,
  segments: "Recommended actions",
  insights: "Worth knowing",
  insightsNone: "Nothing stands out in this list.",
  insightsLoading: "Looking for insights…",
  showRows: (n: number) => `Show ${rowsOf(n)}`,
} as const;

export function headline(
  { rows, addresses, segments, notVerified }: Pick<Answer, "rows" | "addresses" | "segments" | "notVerified">,
  sandbox: boolean,
): string {
  const safe = segments.safe.addresses;
  const open = notVerified?.addresses ?? 0;
  const are = (n: number) => (sandbox ? "would be" : n === 1 ? "is" : "are");
  if (rows === 0) return "This list is empty.";
  if (addresses === 0) return "There are no addresses in this list.";
  if (open === addresses)
    return addresses === 1
      ? "The only address is not verified."
      : `None of the ${count(addresses)} addresses is verified.`;
  if (safe === addresses)
    return addresses === 1
      ? `The only address ${are(1)} safe to send.`
      : `All ${count(addresses)} addresses ${are(safe)} safe to send.`;
  if (safe > 0) {
    const found = `${count(safe)} of ${addressesOf(addresses)} ${are(safe)} safe to send`;
    return open === 0 ? `${found}.` : `${found}; ${counted(open, "is", "are")} not verified.`;
  }
  if (open === 0)
    return addresses === 1
      ? `The only address ${sandbox ? "would not be" : "is not"} safe to send.`
      : `None of the ${count(addresses)} addresses ${are(1)} safe to send.`;
  const others = addresses - open;
  return `${addressesOf(open)} ${open === 1 ? "is" : "are"} not verified, and ${
    others === 1
      ? `the other one ${sandbox ? "would not be" : "is not"}`
      : `none of the other ${count(others)} ${are(1)}`
  } safe to send.`;
}

const ENDED: Record<Cleaning["state"], string> = {
  running: "started",
  waiting: "started",
  paused: "started",
  done: "cleaned",
  failed: "ended",
  cancelled: "cancelled",
  imported: "opened",
};

function notCharged({ duplicates, invalid, empty }: Answer["price"]): string {
  const parts = [
    ...(duplicates > 0 ? [of(duplicates, "duplicates", "duplicate")] : []),
    ...(invalid > 0 ? [`${count(invalid)} invalid`] : []),
    ...(empty > 0 ? [`${count(empty)} empty`] : []),
  ];
  if (parts.length === 0) return "";
  const unit = invalid + empty === 0 ? "" : (empty || invalid) === 1 ? " row" : " rows";
  const sum = duplicates + invalid + empty;
  return `${joined(parts)}${unit} ${sum === 1 ? "was" : "were"} not charged`;
}

function saved({ saved: credits, known, suppressed }: Answer["price"], sandbox: boolean): string {
  if (credits === 0) return "";
  const sum = sandbox ? of(credits, "sandbox credits", "sandbox credit") : creditsOf(credits);
  // Suppressed or known addresses may have changed since the price was agreed, so the split would be wrong.
  if (known + suppressed !== credits) return `You saved ${sum} on addresses already known or suppressed`;
  if (suppressed === 0) return `You saved ${sum} on ${addressesOf(known)} already known`;
  if (known === 0) return `You saved ${sum} on suppressed addresses`;
  return `You saved ${sum}: ${addressesOf(known)} already known and ${count(suppressed)} suppressed`;
}

/** Returns sentences on rows, date and saved credits. `on` is the formatted date. */
export function priceSentences(
  { price }: Pick<Answer, "price">,
  { state, sandbox }: Pick<Cleaning, "state" | "sandbox">,
  on: string,
): string {
  const head = `${rowsOf(price.rows)}, ${ENDED[state]} ${on}`;
  if (state === "imported")
    return sentences(
      head,
      price.withoutVerdict > 0
        ? `The verdicts come from the file; it has none for ${addressesOf(price.withoutVerdict)}, which ${price.withoutVerdict === 1 ? "counts" : "count"} as unknown`
        : "The verdicts come from the file",
      "Nothing was charged",
    );
  if (state === "cancelled" && price.charged === 0) return sentences(head, "Nothing was charged");
  return sentences(head, notCharged(price), saved(price, sandbox));
}

export function segmentDetail(
  segment: Segment,
  rows: number,
  by: {
    readonly acceptAll: number;
    readonly addresses: number;
    readonly invalid: number;
    readonly kept: boolean;
    readonly suppressed: boolean;
    readonly dropped: boolean;
    /** Number of addresses flagged `unwanted`, which are listed below the segments. */
    readonly unwanted: number;
    readonly beyondLimit: boolean;
    readonly imported: boolean;
  },
): string {
  if (rows === 0) return "";
  const also = rows === by.addresses ? "" : ` (${rowsOf(rows)})`;
  switch (segment) {
    case "safe":
      return `${by.kept ? "deliverable, or kept by you" : "deliverable"}${also}`;
    case "risky": {
      const kinds =
        by.acceptAll === 0
          ? "unknown"
          : by.acceptAll === by.addresses
            ? "accept-all"
            : "accept-all or unknown";
      return `${kinds}${also}`;
    }
    case "do_not_send": {
      const unwanted = by.unwanted === 0 ? [] : [`${count(by.unwanted)} not to be mailed`];
      const others = [
        ...unwanted,
        ...(by.suppressed ? ["suppressed"] : []),
        ...(by.dropped ? ["dropped by you"] : []),
      ];
      const invalid = by.invalid === 0 ? also : ` (${rowsOf(rows)}, ${count(by.invalid)} of them invalid)`;
      return `${others.length === 0 ? "undeliverable" : `including ${joined(others)}`}${invalid}`;
    }
    case "not_verified": {
      const why = by.imported ? "no verdict in the file" : by.beyondLimit ? "left for later" : "no results";
      return `${why}${also}`;
    }
  }
}

export function insightWords(
  insight: Insight,
  on: (at: number) => string,
): { fact: string; meaning: string } {
  const n = insight.addresses;
  const one = n === 1;
  switch (insight.code) {
    case "bounced_since":
      return {
        fact: `Mail to ${addressesOf(n)} bounced`,
        meaning: `after the cleaning. ${one ? "It counts" : "They count"} as undeliverable now.`,
      };
    case "suppressed_since":
      return {
        fact: addressesOf(n),
        meaning: `${one ? "was" : "were"} put on a suppression list, or opted out, after the cleaning. Exports leave ${one ? "it" : "them"} out.`,
      };
    case "host_silent":
      return {
        fact: one ? "The only address" : `None of the ${count(n)} addresses`,
        meaning: `at ${insight.domain} got ${one ? "no" : "an"} answer. Its mail server may have been down: check again in a few days.`,
      };
    case "unknowns_at_domain":
      return {
        fact: `${count(n)} of ${count(insight.unknown)} unknown addresses`,
        meaning: `${one ? "is" : "are"} at ${insight.domain}. Its server gave no clear answer: check again in a few days.`,
      };
    case "accept_all_domain":
      return {
        fact: one ? "The only verified address" : `All ${count(n)} verified addresses`,
        meaning: `at ${insight.domain} ${one ? "is" : "are"} accept-all: it takes mail for any name. Send to a few first.`,
      };
    case "likely_typos":
      return {
        fact: `${addressesOf(n)} ${one ? "looks" : "look"} mistyped`,
        meaning: `${insight.domains === 1 ? "at one domain" : `at ${count(insight.domains)} domains`}, not counting any that are deliverable. Fixing ${one ? "it" : "these"} could win readers back.`,
      };
    case "roles_at_company":
      return {
        fact: of(n, "shared inboxes", "shared inbox"),
        meaning: `at ${insight.domain}, such as info@ or sales@. They may not belong to one person.`,
      };
    case "turned_bad":
      return {
        fact: `${addressesOf(n)} went bad`,
        meaning: `since '${insight.name}' was cleaned on ${on(insight.at)}. Do not send to ${one ? "it" : "them"} any more.`,
      };
    case "disposable_many":
      return {
        fact: of(n, "disposable addresses", "disposable address"),
        meaning: `${insight.domains === 1 ? "at one throwaway domain" : `at ${count(insight.domains)} throwaway domains`}. ${one ? "It" : "They"} will soon stop working: leave ${one ? "it" : "them"} out.`,
      };
  }
}
