import type { Bounds, Forecast } from "../../shared/bridge/forecast.ts";
import { boundsText, rangeOf } from "../../shared/forecast-words.ts";
import { count, counted, share } from "../../shared/numbers.ts";

export const forecastWords = {
  open: "Forecast…",
  title: "Expected bounces",
  loading: "Calculating expected bounces…",
  /** Forecast for the safe addresses and, if there are others, for the risky ones as well. */
  line: (safe: Forecast, all: Forecast) => {
    const rule = safe.sent === 0 ? " This is only a rule of thumb so far." : "";
    if (safe.bounds === null || all.bounds === null)
      return all.bounds === null ? null : `If you send this, ${willBounce(all.bounds)}.${rule}`;
    return safe.addresses === all.addresses
      ? `If you send this, ${willBounce(all.bounds)}.${rule}`
      : `If you send to the safe addresses, ${willBounce(safe.bounds)}; with the risky ones, ${boundsText(all.bounds)}.${rule}`;
  },
  asItIs: (bounds: Bounds, unverified: number) =>
    `As it is, ${willBounce(bounds)}.${unverified === 0 ? "" : ` ${counted(unverified, "address is", "addresses are")} not verified.`}`,
  groups: "By verdict and mail host",
  group: "Addresses",
  addresses: "Count",
  expected: "Will bounce",
  basis: "Based on",
  showRows: (name: string, addresses: number) => `${count(addresses)}, show rows: ${name}`,
  budget: "Keep bounces below",
  budgetHelp:
    "Addresses that are least likely to bounce are kept first, until the upper bound reaches this limit.",
  all: (most: number) => `The whole list stays below ${share(most)}.`,
  none: (most: number) =>
    `No selection is sure to stay below ${share(most)}: too little is known about these addresses. Import the bounces of a campaign first.`,
  kept: ({ addresses, bounds }: Forecast, left: number) =>
    `${counted(addresses, "address", "addresses")} kept: ${bounds === null ? "" : boundsText(bounds)} will bounce. ${counted(left, "address is", "addresses are")} left out:`,
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

function willBounce(bounds: Bounds): string {
  return `${share(bounds.middle)} will bounce (${rangeOf(bounds)})`;
}
