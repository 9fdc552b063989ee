import type { FacetRequest } from "../../../../shared/bridge/facets.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { MAIL_HOSTS, mailHostName } from "../../../../shared/mail-hosts.ts";
import { PROVIDERS, REASONS } from "../../../../shared/segments.ts";
import { FLAGS, VERDICTS } from "../../../../shared/verdicts.ts";
import { wordsOf } from "../../../components/VerdictMark.tsx";
import { facetWords, PROVIDER_WORDS, reasonWords } from "../../../words/table.ts";
import { FLAG_WORDS } from "../../../words/verdicts.ts";
import { listColumnIndex, listColumnKey } from "../table/columns.ts";
import { choiceOf, type FacetId } from "./facet-choice.ts";

export interface Group {
  readonly key: string;
  readonly name: string;
  readonly facets: readonly FacetId[];
  /** `true` if the group has more values than are listed, so it is searchable. */
  readonly isWide: boolean;
}

export interface FacetQuestion {
  readonly id: FacetId;
  readonly ask: FacetRequest;
}

const LISTED = 20;
/** Limits up to which columns are counted before they are opened: rows of the list, and number of columns. */
const SMALL = 50_000;
const COUNTED_COLUMNS = 8;

/** Returns the groups of a list. The address column is omitted, since its values are nearly unique. */
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
      index === addressColumn
        ? []
        : [{ key: listColumnKey(index), name, facets: [listColumnKey(index)], isWide: true }],
    ),
  ];
}

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
 * Returns the facets to request: cheap ones, values of open groups, and value counts for the columns of small lists.
 * Columns of large lists are scanned only when opened.
 */
export function asksOf(
  groups: readonly Group[],
  open: ReadonlySet<string>,
  searches: Readonly<Record<string, string>>,
  rows: number,
): FacetQuestion[] {
  const ofColumns = groups.filter(({ key }) => listColumnIndex(key) !== null).map(({ key }) => key);
  const counted = new Set(rows <= SMALL ? ofColumns.slice(0, COUNTED_COLUMNS) : []);
  return groups.flatMap(({ key, facets }) => {
    const isOpen = open.has(key);
    return facets.flatMap((id): FacetQuestion[] => {
      const ask = askOf(id, { top: isOpen ? LISTED : 0, search: isOpen ? (searches[key] ?? "") : "" });
      const isEager = ask.kind !== "column" || counted.has(key);
      return isOpen || isEager ? [{ id, ask }] : [];
    });
  });
}

function askOf(id: FacetId, wide: { top: number; search: string }): FacetRequest {
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
      return { kind: "column", column: listColumnIndex(id) ?? 0, ...wide };
  }
}

function found<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((one) => one === value);
}

export function valueWords(id: FacetId, value: string, sandbox: boolean): string {
  switch (id) {
    case "verdict":
      return wordsOf(found(VERDICTS, value) ?? "none").name;
    case "flag": {
      const flag = found(FLAGS, value);
      return flag ? FLAG_WORDS[flag].name : value;
    }
    case "typo":
      return facetWords.likelyTypo;
    case "reason": {
      const reason = found(REASONS, value);
      return reason ? reasonWords(reason, sandbox) : value;
    }
    case "provider": {
      const provider = found(PROVIDERS, value);
      return provider ? PROVIDER_WORDS[provider] : value;
    }
    case "mail_host": {
      const host = found(MAIL_HOSTS, value);
      return host ? mailHostName(host) : value;
    }
    default:
      return value.trim() === "" ? facetWords.empty : value;
  }
}
