import { useEffect, useRef, useState } from "react";
import type { RowsSource } from "./rows-source.ts";

interface At {
  readonly source: RowsSource;
  /** Position of the current row. */
  readonly active: number;
  /** Row number of the row in the details panel; `null` if the panel is closed. */
  readonly openRow: number | null;
  /** First and last position on screen, both included. */
  readonly first: number;
  readonly last: number;
  readonly onActive: (position: number) => void;
  readonly onOpen: (row: number) => void;
}

function positionOf(row: number, { source, first, last }: At): number | null {
  for (let position = first; position <= last; position++)
    if (source.row(position)?.row === row) return position;
  return null;
}

/**
 * Keeps the details panel and the current row the same, whichever of them moves. While a row that was moved to is not
 * loaded yet, `row` is `null`: keys must not act on a row that the panel does not show.
 */
export function useOpenRow(at: At): {
  /** Row number that keys act on; `null` if none is loaded. */
  readonly row: number | null;
  /** Opens the current row as soon as it is loaded, if the panel is open. */
  follow(): void;
} {
  const { source, active, openRow } = at;
  const [isFollowing, setFollowing] = useState(false);
  const here = source.row(active)?.row ?? null;
  const latest = useRef(at);
  latest.current = at;
  const known = useRef({ source, active, openRow, here });
  useEffect(() => {
    const before = known.current;
    known.current = { source, active, openRow, here };
    if (openRow === null || here === openRow) return setFollowing(false);
    if (here === null) return;
    const { onOpen, onActive } = latest.current;
    if (isFollowing) return onOpen(here);
    const position = positionOf(openRow, latest.current);
    if (position !== null) return onActive(position);
    // A mark took the open row out of the filtered rows: the next one has its place.
    const isReplaced = before.source === source && before.active === active && before.here === openRow;
    if (isReplaced && before.openRow === openRow) onOpen(here);
  }, [source, active, openRow, here, isFollowing]);
  return {
    row: openRow === null || isFollowing ? here : openRow,
    follow: () => setFollowing(openRow !== null),
  };
}
