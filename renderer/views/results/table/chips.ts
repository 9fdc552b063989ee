import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { wordsOf } from "../../../components/VerdictMark.tsx";
import { DOOR_NAMES } from "../../../words/answer.ts";
import { facetWords } from "../../../words/facets.ts";
import { CLASS_WORDS, resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";
import { choiceOf, type FacetId, withChoice } from "../facets/facet-choice.ts";
import { valueWords } from "../facets/value-words.ts";
import { toggled } from "../view-state.ts";

export interface Chip {
  readonly name: string;
  /** What of the filter changes without it. */
  readonly without: Partial<ResultFilter>;
}

/** So many values are named on a chip. */
const NAMED = 3;

function listed(values: readonly string[]): string {
  const named = values.slice(0, NAMED).join(", ");
  return values.length > NAMED ? tableWords.andMore(named, values.length - NAMED) : named;
}

/** The chips of a facet: one for what is chosen, one for what is left out. */
function facetChips(filter: ResultFilter, id: FacetId, name: string, sandbox: boolean): Chip[] {
  const choice = choiceOf(filter, id);
  const words = (values: readonly string[]) => listed(values.map((value) => valueWords(id, value, sandbox)));
  return [
    ...(choice.chosen.length > 0
      ? [
          {
            name: tableWords.chip(name, words(choice.chosen)),
            without: withChoice(filter, id, { ...choice, chosen: [] }),
          },
        ]
      : []),
    ...(choice.excluded.length > 0
      ? [
          {
            name: tableWords.chip(name, tableWords.not(words(choice.excluded))),
            without: withChoice(filter, id, { ...choice, excluded: [] }),
          },
        ]
      : []),
  ];
}

/** Every part of the filter as a chip of its own. `columns`: the list's own by name; `sandbox`: its verdicts are made up. */
export function chipsOf(filter: ResultFilter, columns: readonly string[], sandbox: boolean): Chip[] {
  const nameOf = (column: number) => columns[column] ?? String(column + 1);
  const facet = (id: FacetId, name: string) => facetChips(filter, id, name, sandbox);
  const { search, doors, turned, classes, overridden } = filter;
  return [
    ...(search ? [{ name: `“${search}”`, without: { search: undefined, searchAll: undefined } }] : []),
    ...(doors && doors.length > 0
      ? [
          {
            name: listed(doors.map((door) => DOOR_NAMES[door])),
            without: { doors: undefined },
          },
        ]
      : []),
    ...facet("verdict", facetWords.verdict),
    ...facet("flag", facetWords.flag),
    ...facet("typo", facetWords.flag),
    ...facet("reason", facetWords.reason),
    ...facet("provider", facetWords.provider),
    ...facet("domain", facetWords.domain),
    ...(filter.cells ?? []).flatMap(({ column }) => facet(`c${column}`, nameOf(column))),
    ...(turned
      ? [
          {
            name: tableWords.turned(wordsOf(turned.from).name, wordsOf(turned.to).name),
            without: { turned: undefined },
          },
        ]
      : []),
    ...(classes && classes.length > 0
      ? [{ name: listed(classes.map((one) => CLASS_WORDS[one])), without: { classes: undefined } }]
      : []),
    ...(filter.columns ?? []).map((one) => ({
      name: `${nameOf(one.column)} ${resultsWords[one.op]}${one.value ? ` “${one.value}”` : ""}`,
      without: { columns: toggled(filter.columns, one) },
    })),
    ...(overridden ? [{ name: resultsWords.marked[overridden], without: { overridden: undefined } }] : []),
  ];
}
