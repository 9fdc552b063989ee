import { Textarea, TextInput } from "@mantine/core";
import { FormDialog } from "../../components/FormDialog.tsx";
import { useDraft } from "../../stores/draft.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { cleanWords } from "../../words/clean.ts";

export function PasteDialog(props: { onClose: () => void }) {
  const [text, setText] = useDraft("pasted list");
  const [name, setName] = useDraft("pasted list name", cleanWords.pasteDefault);
  const add = useIntake((state) => state.add);
  return (
    <FormDialog
      title={cleanWords.pasteTitle}
      size="lg"
      act={cleanWords.pasteDo}
      isReady={text.trim() !== ""}
      onAct={async () => {
        void add([{ kind: "text", name: name.trim() || cleanWords.pasteDefault, text }]);
        setText(null);
        setName(null);
        return null;
      }}
      onClose={props.onClose}
    >
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
    </FormDialog>
  );
}
