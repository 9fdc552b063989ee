import { foldText } from "../../../../shared/addresses.ts";
import type { FacetAsk } from "../../../../shared/bridge/facets.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { MAIL_HOSTS } from "../../../../shared/mail-hosts.ts";
import { assertNever } from "../../../../shared/result.ts";
import { PROVIDERS, REASONS } from "../../../../shared/segments.ts";
import { FLAGS, VERDICTS } from "../../../../shared/verdicts.ts";

/** A facet of the results: one that every list has, or a column of the list's own by its number. */
export type FacetId = Exclude<FacetAsk["kind"], "column"> | `c${number}`;

/** What is said of a value: its rows are chosen, left out, or neither. */
export type Standing = "chosen" | "excluded" | "open";

export interface Choice {
  readonly chosen: readonly string[];
  readonly excluded: readonly string[];
}

const MOST_CHOSEN = 200;

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

/** The number of the column that a facet is of; null: it is none of a column. */
export function columnOf(id: FacetId): number | null {
  return /^c\d+$/.test(id) ? Number(id.slice(1)) : null;
}

/** Letters of either case name the same domain, and the same cell. */
function isSame(one: string, other: string): boolean {
  return foldText(one.trim()) === foldText(other.trim());
}

export function choiceOf(filter: ResultFilter, id: FacetId): Choice {
  if (isPart(id)) {
    const part = PART[id];
    return { chosen: filter[part] ?? [], excluded: filter.exclude?.[part] ?? [] };
  }
  if (id === "typo")
    return {
      chosen: filter.likelyTypo === true ? ["likely"] : [],
      excluded: filter.likelyTypo === false ? ["likely"] : [],
    };
  const cells = filter.cells?.find(({ column }) => column === columnOf(id));
  return { chosen: cells?.values ?? [], excluded: cells?.exclude ?? [] };
}

export function standingOf({ chosen, excluded }: Choice, value: string): Standing {
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

/** What of the filter changes when that is what is said of a facet. */
export function withChoice(filter: ResultFilter, id: FacetId, choice: Choice): Partial<ResultFilter> {
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
  const column = columnOf(id) ?? 0;
  const others = (filter.cells ?? []).filter((one) => one.column !== column);
  const own = {
    column,
    ...(choice.chosen.length > 0 ? { values: [...choice.chosen] } : {}),
    ...(choice.excluded.length > 0 ? { exclude: [...choice.excluded] } : {}),
  };
  const cells = Object.keys(own).length > 1 ? [...others, own] : others;
  return { cells: cells.length > 0 ? cells : undefined };
}

/** What of the filter changes when `standing` is said of one more value, or `open`: nothing any more. */
export function withStanding(
  filter: ResultFilter,
  id: FacetId,
  value: string,
  standing: Standing,
): Partial<ResultFilter> {
  const before = choiceOf(filter, id);
  const others = (values: readonly string[]) => values.filter((one) => !isSame(one, value));
  const chosen = [...others(before.chosen), ...(standing === "chosen" ? [value] : [])];
  const excluded = [...others(before.excluded), ...(standing === "excluded" ? [value] : [])];
  if (chosen.length > MOST_CHOSEN || excluded.length > MOST_CHOSEN) return {};
  return withChoice(filter, id, { chosen, excluded });
}

/** What becomes of a value that is clicked, or clicked to be left out: what it is already, it is no longer. */
export function next(now: Standing, wanted: "chosen" | "excluded"): Standing {
  return now === wanted ? "open" : wanted;
}
