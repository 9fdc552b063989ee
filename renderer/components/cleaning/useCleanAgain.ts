import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { go } from "../../address.ts";
import { useApp, useDesk, useIntake } from "../../stores/winnow.tsx";

/** Takes a cleaning's list to the Clean screen once more: known and fresh verdicts are reused, the price is shown first. */
export function useCleanAgain(cleaning: Cleaning): () => Promise<void> {
  const again = useIntake((state) => state.again);
  const tell = useDesk((state) => state.tell);
  const onlyAddresses = useApp((state) => state.settings.onlyAddresses);
  return async () => {
    const problem = await again(cleaning.listId, onlyAddresses);
    if (problem) tell({ kind: "problem", problem });
    else go("/clean");
  };
}
