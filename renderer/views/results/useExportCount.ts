import { useEffect, useState } from "react";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import type { ViewState } from "./view-state.ts";

/** How many rows an intent writes, and what it leaves out: asked anew whenever it changes. */
export function useExportCount(active: boolean, cleaningId: string, filter: ViewState["filter"]) {
  const { bridge } = useWinnow();
  const [account, setAccount] = useState<CallOutput<"exports.count"> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!active) return;
    let current = true;
    setAccount(null);
    void bridge.call("exports.count", { cleaningId, filter }).then((counted) => {
      if (!current) return;
      setAccount(counted.ok ? counted.value : null);
      setProblem(counted.ok ? null : counted.problem);
    });
    return () => {
      current = false;
    };
  }, [bridge, active, cleaningId, filter]);
  return { account, problem };
}
