import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Problem } from "../../shared/problems.ts";
import { ProblemNote } from "./ProblemNote.tsx";

/** Asks before something is done that cannot be taken back; Cancel has the focus. */
export function AskFirst(props: {
  opened: boolean;
  title: string;
  /** What will be gone, and what stays. */
  text: string;
  cancel: string;
  /** What the button says that does it; null: there is nothing to do. */
  act: string | null;
  /** What is still to be found out before it can be agreed to. */
  waiting?: boolean;
  /** What is to be known besides. */
  children?: ReactNode;
  /** Why it could not be done; null: it is done. */
  onAct: () => Promise<Problem | null>;
  onClose: () => void;
}) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setProblem(null);
    props.onClose();
  };
  const act = async () => {
    setBusy(true);
    const failed = await props.onAct();
    setBusy(false);
    if (failed) setProblem(failed);
    else close();
  };
  return (
    <Modal opened={props.opened} onClose={close} title={props.title}>
      <Stack>
        <Text>{props.text}</Text>
        {props.children}
        {problem && <ProblemNote problem={problem} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {props.cancel}
          </Button>
          {props.act !== null && (
            <Button color="red.9" loading={busy} disabled={props.waiting} onClick={() => void act()}>
              {props.act}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
