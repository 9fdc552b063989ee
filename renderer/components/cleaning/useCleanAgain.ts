import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { go } from "../../address.ts";
import { useDesk, useIntake } from "../../stores/winnow.tsx";

/** Returns a function that reopens a cleaning's list on the Clean screen. */
export function useCleanAgain(cleaning: Cleaning): () => Promise<void> {
  const again = useIntake((state) => state.again);
  const tell = useDesk((state) => state.tell);
  return async () => {
    const problem = await again(cleaning.listId);
    if (problem) tell({ kind: "problem", problem });
    else go("/clean");
  };
}
