import { useCallback, useMemo, useRef } from "react";
import { useSearch } from "wouter";
import type { ResultFilter, ResultSort } from "../../../shared/bridge/results.ts";
import { go } from "../../navigation.ts";

/** State of the results screen that is stored in the URL. */
export interface ViewState {
  readonly filter: ResultFilter;
  readonly sort: ResultSort;
  readonly at: number;
  /** Number of the row open in the details panel. */
  readonly row: number | null;
}

export const LIST_ORDER: ResultSort = { by: { kind: "row" }, descending: false };

export const WHOLE_VIEW: ViewState = { filter: {}, sort: LIST_ORDER, at: 0, row: null };

const SORT_KINDS = ["row", "address", "domain", "verdict", "flags", "verified_at"] as const;

function number(text: string | null): number | null {
  const value = Number(text);
  return text !== null && text !== "" && Number.isInteger(value) && value >= 0 ? value : null;
}

/** Not validated here, because the engine validates filters. */
function filterFrom(text: string | null): ResultFilter {
  try {
    const filter: ResultFilter | null = JSON.parse(text ?? "{}");
    return filter ?? {};
  } catch {
    return {};
  }
}

function sortFrom(text: string | null): ResultSort {
  const [kind = "", direction = "", column = "", numeric = ""] = (text ?? "").split(".");
  const descending = direction === "desc";
  const index = number(column);
  if (kind === "column" && index !== null)
    return { by: { kind: "column", column: index, numeric: numeric === "n" }, descending };
  const named = SORT_KINDS.find((one) => one === kind);
  return named === undefined ? LIST_ORDER : { by: { kind: named }, descending };
}

function sortTo(sort: ResultSort): string {
  const direction = sort.descending ? "desc" : "asc";
  if (sort.by.kind !== "column") return `${sort.by.kind}.${direction}`;
  return `column.${direction}.${sort.by.column}${sort.by.numeric ? ".n" : ""}`;
}

/** Parses the URL's query string; ignores invalid values. */
export function viewFrom(search: string): ViewState {
  const params = new URLSearchParams(search);
  return {
    filter: filterFrom(params.get("filter")),
    sort: sortFrom(params.get("sort")),
    at: number(params.get("at")) ?? 0,
    row: number(params.get("row")),
  };
}

export function viewTo(view: ViewState): string {
  const params = new URLSearchParams();
  if (Object.keys(view.filter).length > 0) params.set("filter", JSON.stringify(view.filter));
  if (view.sort.by.kind !== "row" || view.sort.descending) params.set("sort", sortTo(view.sort));
  if (view.at > 0) params.set("at", String(view.at));
  if (view.row !== null) params.set("row", String(view.row));
  return params.toString();
}

export type View = ReturnType<typeof useView>;

export function useView(cleaningId: string) {
  const search = useSearch();
  const view = useMemo(() => viewFrom(search), [search]);
  const latest = useRef(view);
  latest.current = view;

  const setView = useCallback(
    (patch: Partial<ViewState>, replace = false) => {
      const next = { ...latest.current, ...patch };
      latest.current = next;
      const text = viewTo(next);
      go(`/cleanings/${cleaningId}${text ? `?${text}` : ""}`, { replace });
    },
    [cleaningId],
  );
  const patchFilter = useCallback(
    (patch: Partial<ResultFilter>, typing = false) => {
      const merged = { ...latest.current.filter, ...patch };
      const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
      setView({ filter: kept, at: 0 }, typing);
    },
    [setView],
  );
  const show = useCallback((filter: ResultFilter) => setView({ filter, at: 0 }), [setView]);
  const openRow = useCallback((row: number) => setView({ row }, latest.current.row !== null), [setView]);
  return { view, setView, patchFilter, show, openRow };
}
