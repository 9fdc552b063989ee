import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { wordsOf } from "../../../components/VerdictMark.tsx";
import { forecastWords, SEGMENT_NAMES } from "../../../words/answer.ts";
import { CLASS_WORDS, resultsWords } from "../../../words/results.ts";
import { facetWords, tableWords } from "../../../words/table.ts";
import { choiceOf, type FacetId, withChoice } from "../facets/facet-choice.ts";
import { valueWords } from "../facets/groups.ts";
import { listColumnKey } from "./columns.ts";

export interface Chip {
  readonly name: string;
  readonly without: Partial<ResultFilter>;
}

const NAMED = 3;

function listed(values: readonly string[]): string {
  const named = values.slice(0, NAMED).join(", ");
  return values.length > NAMED ? tableWords.andMore(named, values.length - NAMED) : named;
}

function facetChips(filter: ResultFilter, id: FacetId, name: string, sandbox: boolean): Chip[] {
  const { chosen, excluded } = choiceOf(filter, id);
  const words = (values: readonly string[]) => listed(values.map((value) => valueWords(id, value, sandbox)));
  const chips: Chip[] = [];
  if (chosen.length > 0)
    chips.push({
      name: tableWords.chip(name, words(chosen)),
      without: withChoice(filter, id, { chosen: [], excluded }),
    });
  if (excluded.length > 0)
    chips.push({
      name: tableWords.chip(name, tableWords.not(words(excluded))),
      without: withChoice(filter, id, { chosen, excluded: [] }),
    });
  return chips;
}

export function chipsOf(filter: ResultFilter, columnNames: readonly string[], sandbox: boolean): Chip[] {
  const nameOf = (column: number) => columnNames[column] ?? String(column + 1);
  const chips: Chip[] = [];
  const add = (name: string, without: Partial<ResultFilter>) => chips.push({ name, without });
  const addFacet = (id: FacetId, name: string) => chips.push(...facetChips(filter, id, name, sandbox));
  const { search, segments = [], turned, classes = [], overridden, bounceRate } = filter;
  if (search) add(`“${search}”`, { search: undefined, searchAll: undefined });
  if (segments.length > 0)
    add(listed(segments.map((segment) => SEGMENT_NAMES[segment])), { segments: undefined });
  addFacet("verdict", facetWords.verdict);
  addFacet("flag", facetWords.flag);
  addFacet("typo", facetWords.flag);
  addFacet("reason", facetWords.reason);
  addFacet("provider", facetWords.provider);
  addFacet("mail_host", facetWords.mailHost);
  addFacet("domain", facetWords.domain);
  for (const { column } of filter.cells ?? []) addFacet(listColumnKey(column), nameOf(column));
  if (turned)
    add(tableWords.turned(wordsOf(turned.from).name, wordsOf(turned.to).name), { turned: undefined });
  if (classes.length > 0) add(listed(classes.map((one) => CLASS_WORDS[one])), { classes: undefined });
  for (const one of filter.columns ?? []) {
    const value = one.value ? ` “${one.value}”` : "";
    const others = (filter.columns ?? []).filter((other) => other !== one);
    add(`${nameOf(one.column)} ${resultsWords[one.op]}${value}`, {
      columns: others.length > 0 ? others : undefined,
    });
  }
  if (bounceRate !== undefined) add(forecastWords.chip(bounceRate), { bounceRate: undefined });
  if (overridden) add(resultsWords.marked[overridden], { overridden: undefined });
  return chips;
}
