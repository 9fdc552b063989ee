import { useRef, useSyncExternalStore } from "react";
import type { RowsSource } from "./rows-source.ts";

/** The source to draw from: the one before until the new one has rows, so that nothing goes blank while it is asked. */
export function useDrawn(source: RowsSource, cleaningId: string): RowsSource {
  const drawn = useRef({ source, cleaningId });
  const isHere = useSyncExternalStore(
    source.subscribe,
    () => source.total() !== null || source.problem() !== null,
  );
  if (isHere || drawn.current.cleaningId !== cleaningId) drawn.current = { source, cleaningId };
  return drawn.current.source;
}
