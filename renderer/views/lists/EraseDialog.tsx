import { Text } from "@mantine/core";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { CopiesNote } from "../../components/CopiesNote.tsx";
import { useBin } from "../../components/cleaning/useBin.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { useCleanings } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";

export function EraseDialog({ cleaning, onClose }: { cleaning: Cleaning; onClose: () => void }) {
  const erase = useCleanings((state) => state.erase);
  const { tellGone } = useBin(cleaning);
  return (
    <FormDialog
      title={listsWords.eraseTitle(cleaning.name)}
      act={listsWords.eraseDo}
      isFinal
      onAct={async () => {
        const failed = await erase(cleaning.id);
        if (failed === null) tellGone();
        return failed;
      }}
      onClose={onClose}
    >
      <Text>{listsWords.eraseText}</Text>
      {cleaning.sandbox && <Text>{listsWords.eraseSandboxText}</Text>}
      <CopiesNote onLeave={onClose} />
    </FormDialog>
  );
}
