import type { Bounds, Forecast, ForecastGroup, Mailing, ShareOf } from "./bridge/forecast.ts";
import { mailHostName } from "./mail-hosts.ts";
import { count, counted, share } from "./numbers.ts";
import type { VerdictOrNone } from "./verdicts.ts";

const VERDICT_TEXTS: Readonly<Record<VerdictOrNone, string>> = {
  deliverable: "Deliverable",
  accept_all: "Accept-all",
  unknown: "Unknown",
  undeliverable: "Undeliverable",
  none: "Not verified",
};

/** Formats a range: `1.4–3.0%`. */
export function rangeOf({ low, high }: Pick<Bounds, "low" | "high">): string {
  const [from, to] = [share(low), share(high)];
  return from === to ? from : `${from.slice(0, -1)}–${to}`;
}

/** Formats a middle value with its range: `2.1% (1.4–3.0%)`. */
function boundsText(bounds: Bounds): string {
  return `${share(bounds.middle)} (${rangeOf(bounds)})`;
}

/** Shares of fewer addresses are given as their number. */
const FEW_ADDRESSES = 50;

/**
 * Formats the expected bounces among addresses: `2.1% (1.4–3.0%)`, or `0 to 2 of 3` of a few. `among`: the smaller number
 * of addresses that it is shown beside.
 */
export function bouncesText(bounds: Bounds, addresses: number, among = addresses): string {
  if (among >= FEW_ADDRESSES) return boundsText(bounds);
  const [low, high] = [Math.round(bounds.low * addresses), Math.round(bounds.high * addresses)];
  return `${low === high ? "" : `${count(low)} to `}${count(high)} of ${count(addresses)}`;
}

export function forecastSentence({ bounds, addresses }: Pick<Forecast, "bounds" | "addresses">): string {
  return bounds === null
    ? "There is no address to send to."
    : `Expected bounces if you send this: ${bouncesText(bounds, addresses)}.`;
}

export function basisSentence({ addresses, byRule, sent }: Forecast): string {
  if (sent === 0)
    return "This is a rule of thumb. To base it on your own mailings, import the bounces of a campaign that you exported here.";
  const own = `Based on ${counted(sent, "address", "addresses")} that you sent to.`;
  if (byRule === 0) return own;
  const which = byRule === addresses ? "For these" : `For ${count(byRule)} of these`;
  return `${own} ${which} it is a rule of thumb: you sent to too few addresses like them.`;
}

/** Returns a group's name: `Accept-all at Microsoft 365`. */
export function groupName({ standing, mailHost }: Pick<ForecastGroup, "standing" | "mailHost">): string {
  const name = VERDICT_TEXTS[standing];
  return mailHost === null ? name : `${name} at ${mailHostName(mailHost)}`;
}

/** Lists a group's domains: `bad.example, worse.example and 12 other domains`. */
export function groupDomains({ domains, ofDomains }: Pick<ForecastGroup, "domains" | "ofDomains">): string {
  const names = domains.map(({ domain }) => domain).join(", ");
  const others = ofDomains - domains.length;
  return others === 0 ? names : `${names} and ${counted(others, "other domain", "other domains")}`;
}

/** Describes the data behind a group's rate: `41 of 1,204 bounced`. */
export function groupBasis({ sent, bounced, isRule }: ForecastGroup): string {
  if (sent === 0)
    return isRule ? "never sent to: rule of thumb" : "never sent to: based on others with that verdict";
  return `${count(bounced)} of ${count(sent)} bounced${isRule ? ": too few to rely on" : ""}`;
}

/** The smallest sample for which a share is shown. */
const MIN_SAMPLE = 30;

/** Formats a share with its range: `93.1% (88.2–96.5%)`; only counts if the sample is too small. */
export function shareText({ count: n, of, low, high }: ShareOf): string {
  if (of < MIN_SAMPLE) return `${count(n)} of ${count(of)}: too few`;
  return boundsText({ low, middle: n / of, high });
}

export const serviceWords = {
  title: "What verification services said about them before",
  help: "Only addresses that at least two services had rated before you sent.",
  service: "Service",
  caught: "Bounces caught",
  condemned: "Arrived, rated undeliverable",
  abstained: "Accept-all or unknown",
  missed: "Bounced, rated deliverable",
} as const;

export function actualBouncesText({ sent, bounced, isReported }: Mailing): string {
  if (!isReported) return "no bounces imported yet";
  return `${share(sent === 0 ? 0 : bounced / sent)} (${count(bounced)} of ${count(sent)})`;
}
