import { useEffect, useRef, useState } from "react";
import { useResults } from "../results-context.tsx";

interface Options {
  readonly active: number;
  /** First visible position. */
  readonly first: number;
  /** Last visible position, inclusive. */
  readonly last: number;
  readonly onActive: (position: number) => void;
}

/** The reason why the panel follows the current row: the user moved to it, or the query changed. */
interface Following {
  readonly cause: "moved" | "requeried";
}

/**
 * Synchronises the details panel and the current row in both directions. While the new current row is loading, `row` is
 * `null`, so that keys don't act on a row the panel doesn't show.
 */
export function useOpenRow(options: Options): {
  readonly row: number | null;
  /** Opens the current row as soon as it is loaded, if the panel is open. */
  follow(): void;
} {
  const { drawn: source, view, openRow: open } = useResults();
  const { active } = options;
  const { row: openRow } = view;
  const [following, setFollowing] = useState<Following | null>(null);
  const here = source.row(active)?.row ?? null;
  const latest = useRef(options);
  latest.current = options;
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
    if (following?.cause === "moved") return open(here);
    const { first, last, onActive } = latest.current;
    for (let position = first; position <= last; position++)
      if (source.row(position)?.row === openRow) return onActive(position);
    // Marking removed the open row from the filtered rows, and the next one took its place.
    const isReplaced = before.active === active && before.here === openRow && before.openRow === openRow;
    if (isReplaced || following?.cause === "requeried") open(here);
  }, [source, active, open, openRow, here, following]);
  return {
    row: openRow === null || following !== null ? here : openRow,
    follow: () => setFollowing(openRow === null ? null : { cause: "moved" }),
  };
}
