import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../../shared/bridge/constants.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useCleanings } from "../../stores/winnow.tsx";

/** Does something with a cleaning at the price that is shown of it, and says why it could not be done. */
export function useAct({ id, asks }: Cleaning) {
  const act = useCleanings((state) => state.act);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isActing, setActing] = useState(false);
  /** What the action costs; null: it has no price. */
  const askOf = (action: CleaningAction) =>
    (action === "start" || action === "upload_again" ? asks?.[action] : null) ?? null;
  const run = async (action: CleaningAction) => {
    setActing(true);
    setProblem(await act(id, action, askOf(action)?.credits));
    setActing(false);
  };
  return { run, askOf, isActing, problem };
}
