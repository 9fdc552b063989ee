import type { Bounds, Forecast } from "../../shared/bridge/forecast.ts";
import { boundsText, rangeOf } from "../../shared/forecast-words.ts";
import { count, counted, share } from "../../shared/numbers.ts";

export const forecastWords = {
  open: "Forecast…",
  title: "What will bounce",
  loading: "Working out what will bounce…",
  /** Forecast for the safe addresses and, if there are others, for the risky ones as well. */
  line: (safe: Forecast, all: Forecast) => {
    const rule = safe.sent === 0 ? " A rule of thumb so far." : "";
    if (safe.bounds === null || all.bounds === null)
      return all.bounds === null ? null : `If you send this, ${willBounce(all.bounds)}.${rule}`;
    return safe.addresses === all.addresses
      ? `If you send this, ${willBounce(all.bounds)}.${rule}`
      : `If you send what is safe, ${willBounce(safe.bounds)}; with the risky, ${boundsText(all.bounds)}.${rule}`;
  },
  asItIs: (bounds: Bounds, unverified: number) =>
    `As it is, ${willBounce(bounds)}.${unverified === 0 ? "" : ` ${counted(unverified, "address is", "addresses are")} not verified.`}`,
  groups: "By verdict and mail host",
  group: "Addresses",
  addresses: "How many",
  expected: "Will bounce",
  basis: "What it rests on",
  showRows: (name: string, addresses: number) => `${count(addresses)}, show rows: ${name}`,
  budget: "Keep bounces below",
  budgetHelp: "Addresses are kept in the order of their expected bounces, until the upper bound reaches it.",
  all: (most: number) => `All of it stays below ${share(most)}.`,
  none: (most: number) =>
    `No selection is sure to stay below ${share(most)}: too little is known about these addresses. Import the bounces of a campaign first.`,
  kept: ({ addresses, bounds }: Forecast, left: number) =>
    `${counted(addresses, "address", "addresses")} kept: ${bounds === null ? "" : boundsText(bounds)} will bounce. ${counted(left, "address is", "addresses are")} left out:`,
  leftOut: (name: string, addresses: number, domains: string) =>
    `${count(addresses)} ${name.toLowerCase()}: ${domains}`,
  showKept: "Show those kept",
  exportKept: "Export those kept…",
  chip: (rate: number) => `Likely to bounce: ${share(rate)} at most`,
  mailings: "What you sent before",
  foretold: "Forecast",
  truth: "What bounced",
  sentTo: "Sent to",
  file: "File",
  noForecast: "none",
} as const;

function willBounce(bounds: Bounds): string {
  return `${share(bounds.middle)} will bounce (${rangeOf(bounds)})`;
}
