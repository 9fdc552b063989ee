import type { FacetRequest } from "../../../../shared/bridge/facets.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { foldText } from "../../../../shared/fold-addresses.ts";
import { MAIL_HOSTS } from "../../../../shared/mail-hosts.ts";
import { assertNever } from "../../../../shared/result.ts";
import { PROVIDERS, REASONS } from "../../../../shared/segments.ts";
import { FLAGS, VERDICTS } from "../../../../shared/verdicts.ts";
import { type ListColumnKey, listColumnIndex } from "../table/columns.ts";

export type FacetId = Exclude<FacetRequest["kind"], "column"> | ListColumnKey;

/** Selection state of a facet value. */
export type SelectionState = "chosen" | "excluded" | "open";

export interface FacetChoice {
  readonly chosen: readonly string[];
  readonly excluded: readonly string[];
}

const MAX_CHOSEN = 200;

const PART = {
  verdict: "verdicts",
  flag: "flags",
  reason: "reasons",
  provider: "providers",
  mail_host: "mailHosts",
  domain: "domains",
} as const;
type PartId = keyof typeof PART;
type Parts = NonNullable<ResultFilter["exclude"]>;

function isPart(id: FacetId): id is PartId {
  return Object.hasOwn(PART, id);
}

/** Domains and cells are compared case-insensitively. */
function isSame(one: string, other: string): boolean {
  return foldText(one.trim()) === foldText(other.trim());
}

export function choiceOf(filter: ResultFilter, id: FacetId): FacetChoice {
  if (isPart(id)) {
    const part = PART[id];
    return { chosen: filter[part] ?? [], excluded: filter.exclude?.[part] ?? [] };
  }
  if (id === "typo")
    return {
      chosen: filter.likelyTypo === true ? ["likely"] : [],
      excluded: filter.likelyTypo === false ? ["likely"] : [],
    };
  const cells = filter.cells?.find(({ column }) => column === listColumnIndex(id));
  return { chosen: cells?.values ?? [], excluded: cells?.exclude ?? [] };
}

export function selectionOf({ chosen, excluded }: FacetChoice, value: string): SelectionState {
  if (excluded.some((one) => isSame(one, value))) return "excluded";
  return chosen.some((one) => isSame(one, value)) ? "chosen" : "open";
}

function partsWith(parts: Parts | undefined, part: (typeof PART)[PartId], values: readonly string[]): Parts {
  const { [part]: _, ...others } = parts ?? {};
  if (values.length === 0) return others;
  const known = <T extends string>(all: readonly T[]) => all.filter((one) => values.includes(one));
  switch (part) {
    case "verdicts":
      return { ...others, verdicts: known([...VERDICTS, "none"] as const) };
    case "flags":
      return { ...others, flags: known(FLAGS) };
    case "reasons":
      return { ...others, reasons: known(REASONS) };
    case "providers":
      return { ...others, providers: known(PROVIDERS) };
    case "mailHosts":
      return { ...others, mailHosts: known(MAIL_HOSTS) };
    case "domains":
      return { ...others, domains: [...values] };
    default:
      return assertNever(part);
  }
}

export function withChoice(filter: ResultFilter, id: FacetId, choice: FacetChoice): Partial<ResultFilter> {
  if (isPart(id)) {
    const part = PART[id];
    const exclude = partsWith(filter.exclude, part, choice.excluded);
    return {
      [part]: partsWith({}, part, choice.chosen)[part],
      exclude: Object.keys(exclude).length > 0 ? exclude : undefined,
    };
  }
  if (id === "typo") {
    const [isChosen, isExcluded] = [choice.chosen.length > 0, choice.excluded.length > 0];
    return { likelyTypo: isExcluded ? false : isChosen ? true : undefined };
  }
  const column = listColumnIndex(id) ?? 0;
  const others = (filter.cells ?? []).filter((one) => one.column !== column);
  const own = {
    column,
    ...(choice.chosen.length > 0 ? { values: [...choice.chosen] } : {}),
    ...(choice.excluded.length > 0 ? { exclude: [...choice.excluded] } : {}),
  };
  const cells = Object.keys(own).length > 1 ? [...others, own] : others;
  return { cells: cells.length > 0 ? cells : undefined };
}

export function withSelection(
  filter: ResultFilter,
  id: FacetId,
  value: string,
  standing: SelectionState,
): Partial<ResultFilter> {
  const before = choiceOf(filter, id);
  const others = (values: readonly string[]) => values.filter((one) => !isSame(one, value));
  const chosen = [...others(before.chosen), ...(standing === "chosen" ? [value] : [])];
  const excluded = [...others(before.excluded), ...(standing === "excluded" ? [value] : [])];
  if (chosen.length > MAX_CHOSEN || excluded.length > MAX_CHOSEN) return {};
  return withChoice(filter, id, { chosen, excluded });
}

/** Returns the selection state after a click that asks for `wanted`; toggles if it is already set. */
export function toggled(now: SelectionState, wanted: "chosen" | "excluded"): SelectionState {
  return now === wanted ? "open" : wanted;
}
