import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../../shared/bridge/constants.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useCleanings } from "../../stores/winnow.tsx";

export function useAct({ id, asks }: Cleaning) {
  const act = useCleanings((state) => state.act);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isActing, setActing] = useState(false);
  const askOf = (action: CleaningAction) =>
    (action === "start" || action === "upload_again" ? asks?.[action] : null) ?? null;
  const run = async (action: CleaningAction) => {
    setActing(true);
    setProblem(await act(id, action, askOf(action)?.credits));
    setActing(false);
  };
  return { run, askOf, isActing, problem };
}
