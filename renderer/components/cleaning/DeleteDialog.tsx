import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { go } from "../../address.ts";
import { useCleanings, useDesk } from "../../stores/winnow.tsx";
import { ACTION_WORDS } from "../../words/clean.ts";
import { resultsWords } from "../../words/results.ts";
import { CopiesNote } from "../CopiesNote.tsx";
import { ProblemNote } from "../ProblemNote.tsx";

type What = "delete_at_service" | "delete_here";

const TEXT: Record<What, string> = {
  delete_at_service: resultsWords.deleteAtServiceText,
  delete_here: resultsWords.deleteHereText,
};

/** Asks before deleting; the two deletions are two different things and say so. */
export function DeleteDialog(props: {
  cleaning: Cleaning;
  what: What | null;
  /** Whether to go to the lists once it is in the bin; so it is unless it is said not to. */
  leave?: boolean;
  onClose: () => void;
}) {
  const { cleaning, what } = props;
  const act = useCleanings((state) => state.act);
  const move = useDesk((state) => state.move);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (action: What) => {
    setBusy(true);
    const failed = await act(cleaning.id, action);
    setBusy(false);
    setProblem(failed);
    if (failed) return;
    props.onClose();
    if (action !== "delete_here") return;
    move({ cleaningId: cleaning.id, name: cleaning.name, to: "bin" });
    if (props.leave !== false) go("/lists");
  };
  return (
    <Modal
      opened={what !== null}
      onClose={() => {
        setProblem(null);
        props.onClose();
      }}
      title={what ? `${ACTION_WORDS[what]}: ${cleaning.name}` : ""}
    >
      {what && (
        <Stack>
          <Text>{TEXT[what]}</Text>
          {what === "delete_here" && <CopiesNote onLeave={props.onClose} />}
          {problem && <ProblemNote problem={problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose} data-autofocus>
              {resultsWords.cancel}
            </Button>
            <Button color="red.9" loading={busy} onClick={() => void run(what)}>
              {ACTION_WORDS[what]}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
