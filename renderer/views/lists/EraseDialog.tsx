import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { CopiesNote } from "../../components/CopiesNote.tsx";
import { useBin } from "../../components/cleaning/useBin.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useHolding } from "../../stores/holding.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";

export function EraseDialog({ cleaning, onClose }: { cleaning: Cleaning; onClose: () => void }) {
  const erase = useCleanings((state) => state.erase);
  const { tellGone } = useBin(cleaning);
  const question = useMemo(() => ({ kind: "verdicts_of" as const, cleaningId: cleaning.id }), [cleaning.id]);
  const taken = useHolding(question);
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
      {(taken.lists.length > 0 || (taken.state === "done" && taken.unread === 0 && !taken.problem)) && (
        <Text>{listsWords.eraseTaken(taken.lists)}</Text>
      )}
      {taken.state === "looking" && (
        <Text size="sm" c="dimmed">
          {listsWords.eraseLooking(taken.looked, taken.of)}
        </Text>
      )}
      {taken.unread > 0 && <Text size="sm">{listsWords.unread(taken.unread)}</Text>}
      {taken.problem && <ProblemNote problem={taken.problem} />}
      {cleaning.sandbox && <Text>{listsWords.eraseSandboxText}</Text>}
      <CopiesNote onLeave={onClose} />
    </FormDialog>
  );
}
