import { count, counted } from "../../shared/numbers.ts";
import { assertNever } from "../../shared/result.ts";
import type { Provider, Reason } from "../../shared/segments.ts";
import { sourceWords } from "./verdicts.ts";

export const facetWords = {
  title: "Filter",
  verdict: "Verdict",
  flag: "Flag",
  reason: "Reason",
  provider: "Provider",
  mailHost: "Mail host",
  domain: "Domain",
  rows: "Rows",
  clear: "Clear",
  clearOf: (group: string) => `Clear ${group}`,
  value: (name: string, rows: number) => `${name} ${counted(rows, "row")}`,
  excludedValue: (name: string, rows: number) => `${name} ${counted(rows, "row")}, excluded`,
  values: (group: string, n: number | null) => (n === null ? group : `${group} ${counted(n, "value")}`),
  more: (n: number) => `${count(n)} more`,
  search: (group: string) => `Search ${group}`,
  none: "None in these rows",
  noMatch: "No matching values",
  filled: (filled: number, rows: number) =>
    filled === rows ? "Filled in every row" : `Filled in ${count(filled)} of ${count(rows)} rows`,
  empty: "(empty)",
  likelyTypo: "Likely typo",
  likelyTypoHelp: (meant: string | null) =>
    meant === null ? "Its domain looks mistyped." : `Probably ${meant}.`,
  only: "Only this",
  add: "Filter by this",
  remove: "Remove from the filter",
  exclude: "Exclude",
  include: "Stop excluding",
  menuOf: (name: string) => `Filter by '${name}'`,
  bin: (from: string, to: string, rows: number) => `${from} to ${to}: ${counted(rows, "row")}`,
  spread: (name: string) => `Distribution of ${name}`,
  addHint: "Space",
  excludeHint: "−",
} as const;

export const PROVIDER_WORDS: Record<Provider, string> = {
  free: "Free provider",
  disposable: "Disposable",
  relay: "Private relay",
  own: "Own domain",
};

export function reasonWords(reason: Reason, sandbox: boolean): string {
  switch (reason) {
    case "service":
    case "missing":
    case "known":
    case "imported":
    case "bounced":
    case "dead_domain":
      return sourceWords(reason, sandbox);
    case "unverified":
      return "Not verified";
    case "beyond_limit":
      return "Left for later";
    case "suppressed":
      return "Suppressed";
    case "malformed":
      return "Invalid address";
    case "empty":
      return "Empty";
    default:
      return assertNever(reason);
  }
}
