import type { z } from "zod";
import { columnFilterSchema, type ResultFilter, resultFilterSchema } from "../../../shared/bridge/results.ts";

/** So many values of one kind are chosen at most. */
const MOST_CHOSEN = 200;
const MOST_COLUMNS = 20;

const { shape } = resultFilterSchema;
const { shape: excluded } = shape.exclude.unwrap();
const turnedSchema = shape.turned.unwrap();
type Cells = NonNullable<ResultFilter["cells"]>[number];

/** What of `values` the filter's part takes, each once; undefined where that is nothing. */
function known<T>(values: readonly string[], schema: z.ZodType<T[] | undefined>): T[] | undefined {
  const kept = [...new Set(values)].flatMap((value) => {
    const parsed = schema.safeParse([value]);
    return parsed.success ? (parsed.data ?? []) : [];
  });
  return kept.length > 0 ? kept.slice(0, MOST_CHOSEN) : undefined;
}

function choiceFrom(params: URLSearchParams, prefix: "" | "not-") {
  const of = (name: string) => params.getAll(`${prefix}${name}`);
  return {
    verdicts: known(of("verdict"), excluded.verdicts),
    flags: known(of("flag"), excluded.flags),
    domains: known(
      of("domain").filter((domain) => domain !== ""),
      excluded.domains,
    ),
    reasons: known(of("reason"), excluded.reasons),
    providers: known(of("provider"), excluded.providers),
  };
}

function columnsFrom(texts: readonly string[]): ResultFilter["columns"] {
  const filters = texts.flatMap((text) => {
    const [column = "", op = "", ...value] = text.split(".");
    const parsed = columnFilterSchema.safeParse({ column: Number(column), op, value: value.join(".") });
    return parsed.success ? [parsed.data] : [];
  });
  return filters.length > 0 ? filters.slice(0, MOST_COLUMNS) : undefined;
}

function cellsFrom(params: URLSearchParams): ResultFilter["cells"] {
  const byColumn = new Map<number, { column: number; values: string[]; exclude: string[] }>();
  for (const [name, text] of params) {
    if (name !== "cell" && name !== "not-cell") continue;
    const [, number, value = ""] = /^(\d{1,5})\.(.*)$/su.exec(text) ?? [];
    if (number === undefined) continue;
    const column = Number(number);
    const cells = byColumn.get(column) ?? { column, values: [], exclude: [] };
    cells[name === "cell" ? "values" : "exclude"].push(value);
    byColumn.set(column, cells);
  }
  const parts = [...byColumn.values()].flatMap(({ column, values, exclude }): Cells[] => {
    const part: Cells = { column };
    const cells = shape.cells.unwrap().element.shape;
    const chosen = known(values, cells.values);
    const left = known(exclude, cells.exclude);
    if (chosen !== undefined) part.values = chosen;
    if (left !== undefined) part.exclude = left;
    return column <= 10_000 && (chosen !== undefined || left !== undefined) ? [part] : [];
  });
  return parts.length > 0 ? parts.slice(0, MOST_COLUMNS) : undefined;
}

function turnedFrom(text: string | null): ResultFilter["turned"] {
  const [from, to, cleaningId, listId] = (text ?? "").split(".");
  const parsed = turnedSchema.safeParse({ since: { cleaningId, listId }, from, to });
  return parsed.success ? parsed.data : undefined;
}

function withoutGaps<T extends object>(parts: T): Partial<T> {
  const kept: Partial<T> = { ...parts };
  for (const key of Object.keys(kept) as (keyof T)[]) if (kept[key] === undefined) delete kept[key];
  return kept;
}

/** The filter that an address says. What it does not understand is left out, never an error. */
export function filterFrom(params: URLSearchParams): ResultFilter {
  const exclude = withoutGaps(choiceFrom(params, "not-"));
  const overridden = shape.overridden.unwrap().safeParse(params.get("mark"));
  const typo = params.get("typo");
  return withoutGaps({
    ...choiceFrom(params, ""),
    exclude: Object.keys(exclude).length > 0 ? exclude : undefined,
    likelyTypo: typo === "1" ? true : typo === "0" ? false : undefined,
    cells: cellsFrom(params),
    doors: known(params.getAll("door"), shape.doors),
    turned: turnedFrom(params.get("turned")),
    classes: known(params.getAll("class"), shape.classes),
    columns: columnsFrom(params.getAll("column")),
    search: params.get("q")?.slice(0, 400) || undefined,
    searchAll: params.get("all") === "1" || undefined,
    overridden: overridden.success ? overridden.data : undefined,
  });
}

function choiceTo(
  params: URLSearchParams,
  prefix: "" | "not-",
  choice: NonNullable<ResultFilter["exclude"]>,
): void {
  for (const verdict of choice.verdicts ?? []) params.append(`${prefix}verdict`, verdict);
  for (const flag of choice.flags ?? []) params.append(`${prefix}flag`, flag);
  for (const domain of choice.domains ?? []) params.append(`${prefix}domain`, domain);
  for (const reason of choice.reasons ?? []) params.append(`${prefix}reason`, reason);
  for (const provider of choice.providers ?? []) params.append(`${prefix}provider`, provider);
}

/** Writes a filter into an address. */
export function filterTo(params: URLSearchParams, filter: ResultFilter): void {
  for (const door of filter.doors ?? []) params.append("door", door);
  choiceTo(params, "", filter);
  choiceTo(params, "not-", filter.exclude ?? {});
  if (filter.likelyTypo !== undefined) params.set("typo", filter.likelyTypo ? "1" : "0");
  for (const { column, values = [], exclude = [] } of filter.cells ?? []) {
    for (const value of values) params.append("cell", `${column}.${value}`);
    for (const value of exclude) params.append("not-cell", `${column}.${value}`);
  }
  if (filter.turned) {
    const { since, from, to } = filter.turned;
    params.set("turned", [from, to, since.cleaningId, since.listId].join("."));
  }
  for (const one of filter.classes ?? []) params.append("class", one);
  for (const { column, op, value } of filter.columns ?? [])
    params.append("column", `${column}.${op}.${value ?? ""}`);
  if (filter.search) params.set("q", filter.search);
  if (filter.searchAll) params.set("all", "1");
  if (filter.overridden) params.set("mark", filter.overridden);
}
