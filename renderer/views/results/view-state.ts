import { z } from "zod";
import { verdictSchema } from "../../../shared/bridge/cleanings.ts";
import {
  columnFilterSchema,
  flagSchema,
  type ResultFilter,
  type ResultSort,
  rowClassSchema,
} from "../../../shared/bridge/results.ts";

/** What is on screen, as it stands in the address: filters, sort, the first row shown and the row that is open. */
export interface ViewState {
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  /** Position of the first row shown. */
  readonly at: number;
  /** The row (of the list) that is open beside the table. */
  readonly row: number | null;
}

export const LIST_ORDER: ResultSort = { by: { kind: "row" }, descending: false };

const verdictOrNone = z.union([verdictSchema, z.literal("none")]);
const sortKinds = z.enum(["row", "address", "domain", "verdict", "flags", "verified_at"]);

function known<T>(values: readonly string[], schema: z.ZodType<T>): T[] | undefined {
  const kept = values.flatMap((value) => {
    const parsed = schema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
  return kept.length > 0 ? kept : undefined;
}

function number(text: string | null): number | null {
  const value = Number(text);
  return text !== null && text !== "" && Number.isInteger(value) && value >= 0 ? value : null;
}

function sortFrom(text: string | null): ResultSort {
  const [kind = "", direction = "", column = "", numeric = ""] = (text ?? "").split(".");
  const descending = direction === "desc";
  const index = number(column);
  if (kind === "column" && index !== null)
    return { by: { kind: "column", column: index, numeric: numeric === "n" }, descending };
  const named = sortKinds.safeParse(kind);
  return named.success ? { by: { kind: named.data }, descending } : LIST_ORDER;
}

function sortTo(sort: ResultSort): string {
  const direction = sort.descending ? "desc" : "asc";
  if (sort.by.kind !== "column") return `${sort.by.kind}.${direction}`;
  return `column.${direction}.${sort.by.column}${sort.by.numeric ? ".n" : ""}`;
}

function columnsFrom(texts: readonly string[]): ResultFilter["columns"] {
  const filters = texts.flatMap((text) => {
    const [column = "", op = "", ...value] = text.split(".");
    const parsed = columnFilterSchema.safeParse({ column: Number(column), op, value: value.join(".") });
    return parsed.success ? [parsed.data] : [];
  });
  return filters.length > 0 ? filters : undefined;
}

/** The view that an address's search part stands for. What it does not understand is left out, never an error. */
export function viewFrom(search: string): ViewState {
  const params = new URLSearchParams(search);
  const filter: ResultFilter = {};
  const overridden = z.enum(["keep", "drop"]).safeParse(params.get("mark"));
  Object.assign(filter, {
    verdicts: known(params.getAll("verdict"), verdictOrNone),
    flags: known(params.getAll("flag"), flagSchema),
    domains: known(params.getAll("domain"), z.string().min(1).max(255)),
    classes: known(params.getAll("class"), rowClassSchema),
    columns: columnsFrom(params.getAll("column")),
    search: params.get("q")?.slice(0, 400) || undefined,
    searchAll: params.get("all") === "1" || undefined,
    overridden: overridden.success ? overridden.data : undefined,
  });
  for (const [key, value] of Object.entries(filter))
    if (value === undefined) delete filter[key as keyof ResultFilter];
  return {
    filter,
    sort: sortFrom(params.get("sort")),
    at: number(params.get("at")) ?? 0,
    row: number(params.get("row")),
  };
}

/** The search part of the address for a view; the empty string for the plain one. */
export function viewTo(view: ViewState): string {
  const params = new URLSearchParams();
  const { filter } = view;
  for (const verdict of filter.verdicts ?? []) params.append("verdict", verdict);
  for (const flag of filter.flags ?? []) params.append("flag", flag);
  for (const domain of filter.domains ?? []) params.append("domain", domain);
  for (const one of filter.classes ?? []) params.append("class", one);
  for (const { column, op, value } of filter.columns ?? [])
    params.append("column", `${column}.${op}.${value ?? ""}`);
  if (filter.search) params.set("q", filter.search);
  if (filter.searchAll) params.set("all", "1");
  if (filter.overridden) params.set("mark", filter.overridden);
  if (view.sort.by.kind !== "row" || view.sort.descending) params.set("sort", sortTo(view.sort));
  if (view.at > 0) params.set("at", String(view.at));
  if (view.row !== null) params.set("row", String(view.row));
  return params.toString();
}

/** `list` with `value` taken out if it is there, else put in; undefined when nothing is left. */
export function toggled<T>(list: readonly T[] | undefined, value: T): T[] | undefined {
  const before = list ?? [];
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return after.length > 0 ? after : undefined;
}
