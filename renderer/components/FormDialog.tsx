import { Button, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Problem } from "../../shared/problems.ts";
import { commonWords } from "../words/common.ts";
import { ProblemNote } from "./notes.tsx";

interface Props extends Pick<ModalProps, "title" | "size"> {
  /** Label of the submit button; `null` to hide it. */
  act: string | null;
  /** Cannot be undone, so Cancel has the initial focus. */
  isFinal?: boolean;
  /** The submit button has the initial focus, so that Enter confirms. */
  isDefault?: boolean;
  isReady?: boolean;
  cancel?: string;
  aside?: ReactNode;
  children: ReactNode;
  /** Runs the action. Returns the problem, or `null` on success, which closes the dialog. */
  onAct: () => Promise<Problem | null>;
  onClose: () => void;
}

export function FormDialog(props: Props) {
  const { act, isFinal = false, isDefault = false, isReady = true, onClose } = props;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failed = await props.onAct();
    // Closed while the action ran; another dialog may be open now.
    if (!isOpen.current) return;
    setBusy(false);
    setProblem(failed);
    if (failed === null) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={props.title} size={props.size}>
      <Stack component="form" onSubmit={(event) => void submit(event)}>
        {props.children}
        {problem && <ProblemNote problem={problem} />}
        <Group justify="flex-end">
          {props.aside}
          <Button variant="default" onClick={onClose} data-autofocus={isFinal || undefined}>
            {props.cancel ?? commonWords.cancel}
          </Button>
          {act !== null && (
            <Button
              type="submit"
              data-autofocus={isDefault || undefined}
              color={isFinal ? "red.9" : undefined}
              loading={isBusy}
              disabled={!isReady}
            >
              {act}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
