import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { useDraft } from "../../stores/draft.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { cleanWords } from "../../words/clean.ts";

/** Takes a list from the clipboard. */
export function PasteDialog(props: { opened: boolean; onClose: () => void }) {
  const [text, setText] = useDraft("pasted list");
  const [name, setName] = useDraft("pasted list name", cleanWords.pasteDefault);
  const add = useIntake((state) => state.add);
  const look = (event: FormEvent) => {
    event.preventDefault();
    void add([{ kind: "text", name: name.trim() || cleanWords.pasteDefault, text }]);
    setText("");
    setName(cleanWords.pasteDefault);
    props.onClose();
  };
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={cleanWords.pasteTitle} size="lg">
      <Stack component="form" onSubmit={look}>
        <Textarea
          data-autofocus
          label={cleanWords.pasteLabel}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={10}
          spellCheck={false}
        />
        <TextInput
          label={cleanWords.pasteName}
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {cleanWords.cancel}
          </Button>
          <Button type="submit" disabled={text.trim() === ""}>
            {cleanWords.pasteDo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
