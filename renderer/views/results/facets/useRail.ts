import { useDebouncedValue } from "@mantine/hooks";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Facet } from "../../../../shared/bridge/facets.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { useRefetch } from "../../../stores/query.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { useResults } from "../results-context.tsx";
import type { FacetId } from "./facet-choice.ts";
import { asksOf, type FacetQuestion, groupsOf, openAtFirst } from "./groups.ts";

const AT_ONCE = 20;

interface Counted {
  readonly facet: Facet;
  readonly question: string;
}

/** Counts facets once `isReady`, because rows have priority. Previous counts stay until the new ones arrive. */
function useFacets(query: {
  cleaningId: string;
  filter: ResultFilter;
  asks: readonly FacetQuestion[];
  isReady: boolean;
}) {
  const { cleaningId, filter, asks, isReady } = query;
  const { bridge } = useWinnow();
  const [page] = useState(() => crypto.randomUUID());
  const sequence = useRef(0);
  const [turn, setTurn] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [counted, setCounted] = useState<ReadonlyMap<FacetId, Counted>>(new Map());
  const latest = useRef(counted);
  latest.current = counted;

  const under = JSON.stringify([cleaningId, turn, filter]);
  const questionOf = ({ ask }: FacetQuestion) => `${under} ${JSON.stringify(ask)}`;
  const asked = JSON.stringify(asks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts stand for the filter and what is asked for
  useEffect(() => {
    if (!isReady) return;
    let isWanted = true;
    const missing = asks.filter((ask) => latest.current.get(ask.id)?.question !== questionOf(ask));
    const ask = async () => {
      const { applyOverrides: _, ...own } = filter;
      for (let from = 0; from < missing.length; from += AT_ONCE) {
        const part = missing.slice(from, from + AT_ONCE);
        const facets = part.map(({ ask }) => ask);
        const input = { cleaningId, filter: own, facets, sequence: ++sequence.current, page };
        const answer = await bridge.call("results.facets", input);
        if (!isWanted) return;
        if (!answer.ok) return setProblem(answer.problem.code === "cancelled" ? null : answer.problem);
        setProblem(null);
        setCounted((before) => {
          const after = new Map(before);
          part.forEach((one, at) => {
            const facet = answer.value.facets[at];
            if (facet) after.set(one.id, { facet, question: questionOf(one) });
          });
          return after;
        });
      }
    };
    void ask();
    return () => {
      isWanted = false;
    };
  }, [bridge, page, under, asked, isReady]);

  const reload = useCallback(() => setTurn((n) => n + 1), []);
  useRefetch(problem, reload, [`results ${cleaningId}`, "suppression"]);
  return {
    /** Returns the latest counts of a facet, possibly for the previous filter; `undefined` before the first. */
    of: (id: FacetId) => counted.get(id)?.facet,
    isCurrent: (id: FacetId) => counted.get(id)?.question.startsWith(`${under} `) ?? false,
    problem,
    reload,
  };
}

export type Rail = ReturnType<typeof useRail>;

/** Returns the facets of the rows. `isReady`: `false` while rows load, which have priority, or while it is hidden. */
export function useRail(isReady: boolean) {
  const { summary, columnNames, view } = useResults();
  const { filter } = view;
  const { cleaningId, addressColumn, rows, mailHosts } = summary;
  const groups = useMemo(
    () => groupsOf(columnNames, addressColumn, mailHosts),
    [columnNames, addressColumn, mailHosts],
  );
  const [open, setOpen] = useState(() => openAtFirst(groups, filter));
  const [searches, setSearches] = useState<Readonly<Record<string, string>>>({});
  const [settled] = useDebouncedValue(searches, 140);
  const asks = useMemo(() => asksOf(groups, open, settled, rows), [groups, open, settled, rows]);
  const facets = useFacets({ cleaningId, filter, asks, isReady });
  return {
    groups,
    open,
    facets,
    searches,
    toggle: (key: string) =>
      setOpen((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        return after;
      }),
    search: (key: string, text: string) => setSearches((before) => ({ ...before, [key]: text })),
  };
}

const ITEM = "[data-rail-item]";

/** Returns the item that a key moves to from `at`; `null` if the key doesn't move. */
function target(items: readonly HTMLElement[], at: number, key: string): HTMLElement | null {
  switch (key) {
    case "ArrowDown":
      return items[Math.min(items.length - 1, at + 1)] ?? null;
    case "ArrowUp":
      return items[Math.max(0, at - 1)] ?? null;
    case "Home":
      return items[0] ?? null;
    case "End":
      return items.at(-1) ?? null;
    default:
      return null;
  }
}

function itemsOf(rail: HTMLElement): HTMLElement[] {
  return [...rail.querySelectorAll<HTMLElement>(ITEM)];
}

/** Moves the focus, or opens or closes a group, by a key. Returns whether the key was handled. */
export function moveInRail(rail: HTMLElement, key: string): boolean {
  const items = itemsOf(rail);
  const active = document.activeElement;
  const at = active instanceof HTMLElement ? items.indexOf(active) : -1;
  if (at < 0) return false;
  const expanded = items[at]?.getAttribute("aria-expanded");
  if ((key === "ArrowRight" && expanded === "false") || (key === "ArrowLeft" && expanded === "true")) {
    items[at]?.click();
    return true;
  }
  const to = target(items, at, key);
  to?.focus();
  return to !== null;
}

/** Makes one item the only tab stop (roving tabindex): the last focused one, or else the first. */
export function keepOneStop(rail: HTMLElement, last: Element | null): void {
  const items = itemsOf(rail);
  const stop = items.find((item) => item === last) ?? items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
}

export function enterRail(rail: HTMLElement): void {
  (itemsOf(rail).find((item) => item.tabIndex === 0) ?? itemsOf(rail)[0])?.focus();
}
