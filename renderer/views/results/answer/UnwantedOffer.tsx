import { Button, Group } from "@mantine/core";
import type { Unwanted } from "../../../../shared/bridge/answer.ts";
import { suppressWords } from "../../../words/suppress.ts";

/** What keeps whom another service says not to mail out of later lists, too; and that they are, once all of them are. */
export function UnwantedOffer(props: { unwanted: Unwanted; onSuppress: () => void }) {
  const { addresses, suppressed } = props.unwanted;
  return (
    // As high with its button as without.
    <Group gap="4px 12px" mih={28} mt="xs" fz="sm">
      <span role="status">
        {suppressed < addresses ? suppressWords.offer(props.unwanted) : suppressWords.settled(props.unwanted)}
      </span>
      {suppressed < addresses && (
        <Button size="compact-sm" variant="default" onClick={props.onSuppress}>
          {suppressWords.add}
        </Button>
      )}
    </Group>
  );
}
