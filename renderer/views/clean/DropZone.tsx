import { Button, Group, Text } from "@mantine/core";
import { IconClipboardText, IconFileImport, IconSparkles } from "@tabler/icons-react";
import { useState } from "react";
import { useFiles } from "../../frame/files.tsx";
import { useApp, useIntake } from "../../stores/winnow.tsx";
import { cleanWords } from "../../words/clean.ts";
import css from "./DropZone.module.css";
import { PasteDialog } from "./PasteDialog.tsx";

/** The large place to drop a list on, with the other ways in. The whole window takes drops, so this one only shows it. */
export function DropZone(props: { small: boolean; sandbox: boolean }) {
  const { choose } = useFiles();
  const [pasting, setPasting] = useState(false);
  const add = useIntake((state) => state.add);
  const onlyAddresses = useApp((state) => state.settings.onlyAddresses);
  return (
    <section className={css.zone} data-small={props.small || undefined} aria-label={cleanWords.drop}>
      {!props.small && <IconFileImport size={38} stroke={1.3} aria-hidden="true" className={css.icon} />}
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
        <Button onClick={choose} variant={props.small ? "light" : "filled"}>
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
            onClick={() => void add([{ kind: "sample" }], onlyAddresses)}
          >
            {cleanWords.sample}
          </Button>
        )}
      </Group>
      {pasting && <PasteDialog onClose={() => setPasting(false)} />}
    </section>
  );
}
