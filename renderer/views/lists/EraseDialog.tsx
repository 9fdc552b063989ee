import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { CopiesNote } from "../../components/CopiesNote.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useHolding } from "../../stores/holding.ts";
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
  const question = useMemo(
    () => (opened ? { kind: "verdicts_of" as const, cleaningId: cleaning.id } : null),
    [opened, cleaning.id],
  );
  const taken = useHolding(question);
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
        {(taken.lists.length > 0 || (taken.state === "done" && taken.unread === 0 && !taken.problem)) && (
          <Text>{listsWords.eraseTaken(taken.lists)}</Text>
        )}
        {opened && taken.state === "looking" && (
          <Text size="sm" c="dimmed">
            {listsWords.eraseLooking(taken.looked, taken.of)}
          </Text>
        )}
        {taken.unread > 0 && <Text size="sm">{listsWords.unread(taken.unread)}</Text>}
        {taken.problem && <ProblemNote problem={taken.problem} />}
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
