import { type RefObject, useEffect, useRef, useState } from "react";
import { useResults } from "../results-context.tsx";

/** The current row, which keys act on and which the details panel follows. */
export interface Cursor {
  /** Position of the current row. */
  readonly active: number;
  /** Position where a range selection starts. */
  readonly anchor: RefObject<number>;
  /**
   * Row number that keys act on: the one in the details panel, else the one at `active`. While a row that the panel
   * follows is loading, it is `null`, so that keys don't act on a row the panel doesn't show.
   */
  readonly row: number | null;
  /** Moves to a position. If the details panel is open, it shows that row as soon as it is loaded. */
  moveTo(position: number): void;
  /** Moves to the start of other rows. */
  reset(position: number): void;
}

/** The reason why the panel follows the current row: the user moved to it, or the query changed. */
interface Following {
  readonly cause: "moved" | "requeried";
}

/** Synchronises the details panel and the current row in both directions. `first` and `last`: visible positions. */
export function useCursor(visible: { readonly first: number; readonly last: number }): Cursor {
  const { drawn, view, openRow } = useResults();
  const [active, setActive] = useState(view.at);
  const anchor = useRef(view.at);
  const [following, setFollowing] = useState<Following | null>(null);
  const here = drawn.row(active)?.row ?? null;
  const open = view.row;
  const latest = useRef(visible);
  latest.current = visible;
  const known = useRef({ drawn, active, open, here });
  useEffect(() => {
    const before = known.current;
    known.current = { drawn, active, open, here };
    // A key pressed since this render has started another follow, which must not be cleared.
    const settle = () => setFollowing((now) => (now === following ? null : now));
    if (open === null) return settle();
    // The table scrolls to the first of the new rows before the next render.
    if (before.drawn !== drawn) return setFollowing({ cause: "requeried" });
    if (here === open) return settle();
    if (here === null) return;
    if (following?.cause === "moved") return openRow(here);
    const { first, last } = latest.current;
    for (let position = first; position <= last; position++)
      if (drawn.row(position)?.row === open) return setActive(position);
    // Marking removed the open row from the filtered rows, and the next one took its place.
    const isReplaced = before.active === active && before.here === open && before.open === open;
    if (isReplaced || following?.cause === "requeried") openRow(here);
  }, [drawn, active, open, openRow, here, following]);
  return {
    active,
    anchor,
    row: open === null || following !== null ? here : open,
    moveTo(position) {
      setActive(position);
      setFollowing(open === null ? null : { cause: "moved" });
    },
    reset(position) {
      setActive(position);
      anchor.current = position;
    },
  };
}
