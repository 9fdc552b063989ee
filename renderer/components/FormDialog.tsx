import { Button, Group, Modal, type ModalProps, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Problem } from "../../shared/problems.ts";
import { commonWords } from "../words/common.ts";
import { ProblemNote } from "./ProblemNote.tsx";

interface Props extends Pick<ModalProps, "title" | "size"> {
  /** What the button says that does it; null: there is nothing to do. */
  act: string | null;
  /** It cannot be taken back: Cancel has the focus. */
  isFinal?: boolean;
  isReady?: boolean;
  cancel?: string;
  aside?: ReactNode;
  children: ReactNode;
  /** Does it and says why it could not be done; null: it is done, and the dialog closes. */
  onAct: () => Promise<Problem | null>;
  onClose: () => void;
}

/** A dialog, there as long as it is open, that asks for something and then does it. */
export function FormDialog(props: Props) {
  const { act, isFinal = false, isReady = true, onClose } = props;
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
    // Whoever closed it meanwhile may have opened another.
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
            <Button type="submit" color={isFinal ? "red.9" : undefined} loading={isBusy} disabled={!isReady}>
              {act}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
