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

/** Why the panel has to follow the current row: the user moved to it, or the rows are those of another filter or sort. */
interface Following {
  readonly cause: "moved" | "requeried";
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
  const [following, setFollowing] = useState<Following | null>(null);
  const here = source.row(active)?.row ?? null;
  const latest = useRef(at);
  latest.current = at;
  const known = useRef({ source, active, openRow, here });
  useEffect(() => {
    const before = known.current;
    known.current = { source, active, openRow, here };
    // A key that was pressed since this was drawn starts another follow, which stays.
    const settle = () => setFollowing((now) => (now === following ? null : now));
    if (openRow === null) return settle();
    // By the next drawing, the table has scrolled to the first of the new rows.
    if (before.source !== source) return setFollowing({ cause: "requeried" });
    if (here === openRow) return settle();
    if (here === null) return;
    const { onOpen, onActive } = latest.current;
    if (following?.cause === "moved") return onOpen(here);
    const position = positionOf(openRow, latest.current);
    if (position !== null) return onActive(position);
    // A mark took the open row out of the filtered rows: the next one has its place.
    const isReplaced = before.active === active && before.here === openRow && before.openRow === openRow;
    if (isReplaced || following?.cause === "requeried") onOpen(here);
  }, [source, active, openRow, here, following]);
  return {
    row: openRow === null || following !== null ? here : openRow,
    follow: () => setFollowing(openRow === null ? null : { cause: "moved" }),
  };
}
