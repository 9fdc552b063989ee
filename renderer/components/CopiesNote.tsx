import { Anchor, Text } from "@mantine/core";
import { useCall } from "../stores/reading.ts";
import { copyWords } from "../words/copies.ts";

/** Says that copies of the data may still hold what is deleted here, with the way to them; nothing where there is none. */
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
