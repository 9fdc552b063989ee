import { Button, Flex, Group, Text } from "@mantine/core";
import { IconClipboardText, IconFileImport, IconSparkles } from "@tabler/icons-react";
import { useState } from "react";
import { FormDialog } from "../../components/FormDialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { PasteArea } from "../../components/PasteArea.tsx";
import { useFiles } from "../../frame/files.tsx";
import { useDraft, useIntake } from "../../stores/winnow.tsx";
import { moment } from "../../times.ts";
import { cleanWords } from "../../words/clean.ts";

function PasteDialog(props: { onClose: () => void }) {
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
      <TextField label={cleanWords.pasteName} value={name} maxLength={255} onText={setName} />
    </FormDialog>
  );
}

/** Drop target and the other ways to open a list. It is only a hint, since the whole window accepts drops. */
export function DropZone(props: { small: boolean; primary: boolean; sandbox: boolean }) {
  const { choose } = useFiles();
  const [pasting, setPasting] = useState(false);
  const add = useIntake((state) => state.add);
  return (
    <Flex
      component="section"
      direction={props.small ? "row" : "column"}
      wrap="wrap"
      align="center"
      justify={props.small ? "space-between" : "center"}
      gap="md"
      px={props.small ? "md" : "lg"}
      py={props.small ? "sm" : 52}
      ta={props.small ? "left" : "center"}
      bg="var(--w-surface)"
      bd="1.5px dashed color-mix(in srgb, var(--w-text) 22%, transparent)"
      bdrs={16}
      aria-label={cleanWords.drop}
    >
      {!props.small && <IconFileImport size={38} stroke={1.3} aria-hidden="true" color="var(--w-accent)" />}
      <div>
        <Text fw={600} size={props.small ? "md" : "xl"}>
          {cleanWords.drop}
        </Text>
        {!props.small && (
          <Text c="dimmed" maw={520} mt={4}>
            {cleanWords.dropHelp}
          </Text>
        )}
      </div>
      <Group gap="xs" justify="center">
        <Button onClick={choose} variant={props.primary ? "filled" : "light"}>
          {cleanWords.choose}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardText size={16} aria-hidden="true" />}
          onClick={() => setPasting(true)}
        >
          {cleanWords.paste}
        </Button>
        {props.sandbox && (
          <Button
            variant="default"
            leftSection={<IconSparkles size={16} aria-hidden="true" />}
            onClick={() => void add([{ kind: "sample" }])}
          >
            {cleanWords.sample}
          </Button>
        )}
      </Group>
      {pasting && <PasteDialog onClose={() => setPasting(false)} />}
    </Flex>
  );
}
