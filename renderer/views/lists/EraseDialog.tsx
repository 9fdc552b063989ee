import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { CopiesNote } from "../../components/CopiesNote.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useCleanings } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";

/** Asks before a cleaning in the bin is taken away for good. */
export function EraseDialog(props: {
  cleaning: Cleaning;
  opened: boolean;
  onClose: () => void;
  onErased: () => void;
}) {
  const { cleaning, opened, onClose } = props;
  const erase = useCleanings((state) => state.erase);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setProblem(null);
    onClose();
  };
  const run = async () => {
    setBusy(true);
    const failed = await erase(cleaning.id);
    setBusy(false);
    setProblem(failed);
    if (failed !== null) return;
    onClose();
    props.onErased();
  };
  return (
    <Modal opened={opened} onClose={close} title={listsWords.eraseTitle(cleaning.name)}>
      <Stack>
        <Text>{listsWords.eraseText}</Text>
        {cleaning.sandbox && <Text>{listsWords.eraseSandboxText}</Text>}
        <CopiesNote onLeave={onClose} />
        {problem && <ProblemNote problem={problem} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {listsWords.cancel}
          </Button>
          <Button color="red.9" loading={busy} onClick={() => void run()}>
            {listsWords.eraseDo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
