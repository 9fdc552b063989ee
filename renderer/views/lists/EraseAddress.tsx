import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../components/FormDialog.tsx";
import { tellWithUndo } from "../../frame/tell-with-undo.tsx";
import { useWinnow } from "../../stores/winnow.tsx";
import { factWords } from "../../words/facts.ts";

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
            tellWithUndo("erased address", factWords.erased(address), null);
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
