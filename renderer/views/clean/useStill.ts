import { useEffect, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { STILL_AFTER } from "../../../shared/pace.ts";

/** Since when the count of a cleaning that is being verified stands still, in Unix milliseconds; null: it moves. */
export function useStill({ movedAt = null }: Cleaning): number | null {
  const [still, setStill] = useState<number | null>(null);
  useEffect(() => {
    if (movedAt === null) return;
    // Nobody tells of what does not change.
    const timer = setTimeout(() => setStill(movedAt), Math.max(0, movedAt + STILL_AFTER - Date.now()));
    return () => clearTimeout(timer);
  }, [movedAt]);
  return still === movedAt ? still : null;
}
