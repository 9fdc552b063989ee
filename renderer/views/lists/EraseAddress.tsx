import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { useBin } from "../../components/cleaning-actions.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { CopiesNote } from "../../components/notes.tsx";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { useCleanings, useWinnow } from "../../stores/winnow.tsx";
import { factWords, listsWords } from "../../words/lists.ts";

export function EraseAddress({ address }: { address: string }) {
  const { bridge } = useWinnow();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsked(true)}>
        {factWords.erase}
      </Button>
      {asked && (
        <FormDialog
          title={factWords.eraseTitle(address)}
          act={factWords.eraseDo}
          isFinal
          onAct={async () => {
            const erased = await bridge.call("memory.erase", { entries: [address] });
            if (!erased.ok) return erased.problem;
            if (erased.value.incomplete !== null) return erased.value.incomplete;
            notifyWithUndo("erased address", factWords.erased(address), null);
            return null;
          }}
          onClose={() => setAsked(false)}
        >
          <Text>{factWords.eraseText}</Text>
        </FormDialog>
      )}
    </>
  );
}

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
