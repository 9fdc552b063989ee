import { Anchor, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useWinnow } from "../stores/winnow.tsx";
import { copyWords } from "../words/copies.ts";

/** Says that copies of the data may still hold what is deleted here, with the way to them; nothing where there is none. */
export function CopiesNote(props: { onLeave: () => void }) {
  const { bridge } = useWinnow();
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    void bridge.call("app.backups", {}).then((listed) => {
      if (listed.ok) setCopies(listed.value.backups.length);
    });
  }, [bridge]);
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
