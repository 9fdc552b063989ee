import { useEffect, useRef, useState } from "react";
import type { RowsSource } from "./rows-source.ts";

interface At {
  readonly source: RowsSource;
  readonly active: number;
  /** Row number of the row in the details panel; `null` if the panel is closed. */
  readonly openRow: number | null;
  /** First visible position. */
  readonly first: number;
  /** Last visible position, inclusive. */
  readonly last: number;
  readonly onActive: (position: number) => void;
  readonly onOpen: (row: number) => void;
}

/** The reason why the panel follows the current row: the user moved to it, or the query changed. */
interface Following {
  readonly cause: "moved" | "requeried";
}

function positionOf(row: number, { source, first, last }: At): number | null {
  for (let position = first; position <= last; position++)
    if (source.row(position)?.row === row) return position;
  return null;
}

/**
 * Synchronises the details panel and the current row in both directions. While the new current row is loading, `row` is
 * `null`, so that keys don't act on a row the panel doesn't show.
 */
export function useOpenRow(at: At): {
  readonly row: number | null;
  /** Opens the current row as soon as it is loaded, if the panel is open. */
  follow(): void;
} {
  const { source, active, openRow } = at;
  const [following, setFollowing] = useState<Following | null>(null);
  const here = source.row(active)?.row ?? null;
  const latest = useRef(at);
  latest.current = at;
  const known = useRef({ source, active, openRow, here });
  useEffect(() => {
    const before = known.current;
    known.current = { source, active, openRow, here };
    // A key pressed since this render has started another follow, which must not be cleared.
    const settle = () => setFollowing((now) => (now === following ? null : now));
    if (openRow === null) return settle();
    // The table scrolls to the first of the new rows before the next render.
    if (before.source !== source) return setFollowing({ cause: "requeried" });
    if (here === openRow) return settle();
    if (here === null) return;
    const { onOpen, onActive } = latest.current;
    if (following?.cause === "moved") return onOpen(here);
    const position = positionOf(openRow, latest.current);
    if (position !== null) return onActive(position);
    // Marking removed the open row from the filtered rows, and the next one took its place.
    const isReplaced = before.active === active && before.here === openRow && before.openRow === openRow;
    if (isReplaced || following?.cause === "requeried") onOpen(here);
  }, [source, active, openRow, here, following]);
  return {
    row: openRow === null || following !== null ? here : openRow,
    follow: () => setFollowing(openRow === null ? null : { cause: "moved" }),
  };
}
