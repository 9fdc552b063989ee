import { startTransition, useEffect, useState } from "react";

/** So many cards are drawn in one breath. */
const AT_ONCE = 4;

/**
 * `keys`, a few more of them each time until all are there: however many cards a screen has, it answers while they are
 * drawn. What is there stays.
 */
export function useGradually(keys: readonly string[]): readonly string[] {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  const next = new Set(keys.filter((key) => !drawn.has(key)).slice(0, AT_ONCE));
  useEffect(() => {
    const missing = keys.filter((key) => !drawn.has(key)).slice(0, AT_ONCE);
    if (missing.length > 0) startTransition(() => setDrawn(new Set([...drawn, ...missing])));
  }, [keys, drawn]);
  return keys.filter((key) => drawn.has(key) || next.has(key));
}
