import { Anchor, Text } from "@mantine/core";
import { useCall } from "../stores/reading.ts";
import { copyWords } from "../words/copies.ts";

/** Warns that copies of the data may still contain deleted items; renders nothing if there are no copies. */
export function CopiesNote(props: { onLeave: () => void }) {
  const copies = useCall("app.backups", {}).value?.backups.length ?? 0;
  if (copies === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {copyWords.alsoHold(copies)}{" "}
      <Anchor href="#/settings/data" size="sm" onClick={props.onLeave}>
        {copyWords.toCopies}
      </Anchor>
    </Text>
  );
}
