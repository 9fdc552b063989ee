import { useEffect, useState } from "react";
import type { Problem } from "../../../shared/problems.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import type { ViewState } from "./view-state.ts";

/** How many rows an intent writes: asked anew whenever it changes. */
export function useExportCount(active: boolean, cleaningId: string, filter: ViewState["filter"]) {
  const { bridge } = useWinnow();
  const [rows, setRows] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!active) return;
    let current = true;
    setRows(null);
    void bridge.call("exports.count", { cleaningId, filter }).then((counted) => {
      if (!current) return;
      setRows(counted.ok ? counted.value.rows : null);
      setProblem(counted.ok ? null : counted.problem);
    });
    return () => {
      current = false;
    };
  }, [bridge, active, cleaningId, filter]);
  return { rows, problem };
}
