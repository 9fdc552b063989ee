import { useSyncExternalStore } from "react";
import type { RowsSource } from "./rows-source.ts";

/** How many rows pass the filter; null until the first answer. */
export function useTotal(source: RowsSource): number | null {
  return useSyncExternalStore(source.subscribe, source.total);
}
