import { useCallback, useMemo, useRef } from "react";
import { useSearch } from "wouter";
import type { ResultFilter } from "../../../shared/bridge/results.ts";
import { go } from "../../address.ts";
import { type ViewState, viewFrom, viewTo } from "./view-state.ts";

export interface View {
  readonly view: ViewState;
  /** Changes the filter and starts at the top; typing replaces the step in the history, a click adds one. */
  filter(patch: Partial<ResultFilter>, typing?: boolean): void;
  /** Shows the rows of a filter and no others. */
  show(filter: ResultFilter): void;
  set(patch: Partial<ViewState>, replace?: boolean): void;
}

/** The state of a results screen, which lives in its address. */
export function useView(cleaningId: string): View {
  const search = useSearch();
  const view = useMemo(() => viewFrom(search), [search]);
  const latest = useRef(view);
  latest.current = view;

  const set = useCallback(
    (patch: Partial<ViewState>, replace = false) => {
      const next = { ...latest.current, ...patch };
      latest.current = next;
      const text = viewTo(next);
      go(`/cleanings/${cleaningId}${text ? `?${text}` : ""}`, { replace });
    },
    [cleaningId],
  );
  const filter = useCallback(
    (patch: Partial<ResultFilter>, typing = false) => {
      const merged = { ...latest.current.filter, ...patch };
      const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
      set({ filter: kept, at: 0 }, typing);
    },
    [set],
  );
  const show = useCallback((wanted: ResultFilter) => set({ filter: wanted, at: 0 }), [set]);
  return { view, filter, show, set };
}
