import { Text } from "@mantine/core";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { ACTION_WORDS } from "../../words/clean.ts";
import { resultsWords } from "../../words/results.ts";
import { CopiesNote } from "../CopiesNote.tsx";
import { FormDialog } from "../FormDialog.tsx";
import { useBin } from "./useBin.ts";

export function DeleteDialog(props: {
  cleaning: Cleaning;
  what: "delete_at_service" | "delete_here";
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const { cleaning, what, onClose } = props;
  const act = useCleanings((state) => state.act);
  const { tellBinned } = useBin(cleaning);
  return (
    <FormDialog
      title={`${ACTION_WORDS[what]}: ${cleaning.name}`}
      act={ACTION_WORDS[what]}
      isFinal
      onAct={async () => {
        const failed = await act(cleaning.id, what);
        if (failed) return failed;
        if (what === "delete_here") tellBinned();
        props.onDeleted?.();
        return null;
      }}
      onClose={onClose}
    >
      <Text>{what === "delete_here" ? resultsWords.deleteHereText : resultsWords.deleteAtServiceText}</Text>
      {what === "delete_here" && <CopiesNote onLeave={onClose} />}
    </FormDialog>
  );
}
