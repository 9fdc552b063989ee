import type { FacetAsk } from "../../../../shared/bridge/facets.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { facetWords } from "../../../words/facets.ts";
import { choiceOf, columnOf, type FacetId } from "./facet-choice.ts";

/** What stands under one heading of the rail. */
export interface Group {
  readonly key: string;
  readonly name: string;
  readonly facets: readonly FacetId[];
  /** It has more values than are listed: they are searched. */
  readonly isWide: boolean;
}

export interface FacetQuestion {
  readonly id: FacetId;
  readonly ask: FacetAsk;
}

/** So many values of a domain or a column are listed. */
const LISTED = 20;
/** Of lists up to so many rows, columns are counted before they are opened; of so many columns. */
const SMALL = 50_000;
const COUNTED_COLUMNS = 8;

/** The groups of a list with those columns; the addresses themselves are none, for hardly two are the same. */
export function groupsOf(columns: readonly string[], addressColumn: number, hasMailHosts = false): Group[] {
  const narrow = (key: string, name: string, ...facets: FacetId[]): Group => ({
    key,
    name,
    facets,
    isWide: false,
  });
  return [
    narrow("verdict", facetWords.verdict, "verdict"),
    narrow("flag", facetWords.flag, "flag", "typo"),
    narrow("reason", facetWords.reason, "reason"),
    narrow("provider", facetWords.provider, "provider"),
    ...(hasMailHosts ? [narrow("mail_host", facetWords.mailHost, "mail_host")] : []),
    { key: "domain", name: facetWords.domain, facets: ["domain"], isWide: true },
    ...columns.flatMap((name, index): Group[] =>
      index === addressColumn ? [] : [{ key: `c${index}`, name, facets: [`c${index}`], isWide: true }],
    ),
  ];
}

/** Those open at first: the verdicts, the flags, and where something is chosen. */
export function openAtFirst(groups: readonly Group[], filter: ResultFilter): ReadonlySet<string> {
  const isChosen = (id: FacetId) => {
    const { chosen, excluded } = choiceOf(filter, id);
    return chosen.length + excluded.length > 0;
  };
  const open = groups.filter(
    ({ key, facets }) => key === "verdict" || key === "flag" || facets.some(isChosen),
  );
  return new Set(open.map(({ key }) => key));
}

/**
 * What is asked for: all that costs nothing, the values of what is open, and how many values the columns of a small list
 * have; of a long one a column is looked through when it is opened.
 */
export function asksOf(
  groups: readonly Group[],
  open: ReadonlySet<string>,
  searches: Readonly<Record<string, string>>,
  rows: number,
): FacetQuestion[] {
  const isSmall = rows <= SMALL;
  return groups.flatMap(({ key, facets }, at) => {
    const isOpen = open.has(key);
    return facets.flatMap((id): FacetQuestion[] => {
      const ask = askOf(id, { top: isOpen ? LISTED : 0, search: isOpen ? (searches[key] ?? "") : "" });
      const isEager = ask.kind !== "column" || (isSmall && at < 6 + COUNTED_COLUMNS);
      return isOpen || isEager ? [{ id, ask }] : [];
    });
  });
}

function askOf(id: FacetId, wide: { top: number; search: string }): FacetAsk {
  switch (id) {
    case "verdict":
    case "flag":
    case "typo":
    case "reason":
    case "provider":
    case "mail_host":
      return { kind: id };
    case "domain":
      return { kind: "domain", ...wide };
    default:
      return { kind: "column", column: columnOf(id) ?? 0, ...wide };
  }
}
