import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { tellWithUndo } from "../../frame/tell-with-undo.tsx";
import { useCleanings, useDesk } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";

/** What is told last of a list that was moved takes the place of what was told before. */
const TOLD = "moved";

/** The bin, as far as it is about one cleaning: the way out of it, and what is told of the ways in, out and beyond. */
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
