import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { tellWithUndo } from "../../frame/tell-with-undo.tsx";
import { useCleanings, useDesk } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";

const TOLD = "moved";

/** Restores a cleaning from the bin, and shows notifications when it is binned, restored or erased. */
export function useBin({ id, name }: Pick<Cleaning, "id" | "name">) {
  const take = useCleanings((state) => state.restore);
  const tell = useDesk((state) => state.tell);
  const restore = async (): Promise<void> => {
    const problem = await take(id);
    if (problem) tell({ kind: "problem", problem });
    else tellWithUndo(TOLD, listsWords.moved.lists(name), null);
  };
  return {
    restore,
    tellBinned: () => tellWithUndo(TOLD, listsWords.moved.bin(name), () => void restore()),
    tellGone: () => tellWithUndo(TOLD, listsWords.moved.gone(name), null),
  };
}
