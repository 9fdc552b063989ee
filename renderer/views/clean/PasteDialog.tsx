import { TextInput } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../components/FormDialog.tsx";
import { PasteArea } from "../../components/PasteArea.tsx";
import { useDraft } from "../../stores/draft.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { moment } from "../../times.ts";
import { cleanWords } from "../../words/clean.ts";

export function PasteDialog(props: { onClose: () => void }) {
  const [text, setText] = useDraft("pasted list");
  const [now] = useState(() => cleanWords.pasteDefault(moment(Date.now())));
  const [name, setName] = useDraft("pasted list name", now);
  const add = useIntake((state) => state.add);
  return (
    <FormDialog
      title={cleanWords.pasteTitle}
      size="lg"
      act={cleanWords.pasteDo}
      isReady={text.trim() !== ""}
      onAct={async () => {
        const source = { kind: "text", name: name.trim() || now, text } as const;
        setText(null);
        setName(null);
        // If the text can't be read, keep it for the next time the dialog opens.
        void add([source]).then((isRead) => isRead || setText(text));
        return null;
      }}
      onClose={props.onClose}
    >
      <PasteArea data-autofocus label={cleanWords.pasteLabel} value={text} onText={setText} rows={10} />
      <TextInput
        label={cleanWords.pasteName}
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
