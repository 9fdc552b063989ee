import { Button, Group, Text } from "@mantine/core";

/** Says that something small was taken away, with the way to have it back. */
export function TakenAway(props: { text: string; undo: string; onUndo: () => void }) {
  return (
    <Group gap="xs" role="status">
      <Text size="sm">{props.text}</Text>
      <Button size="compact-sm" variant="subtle" onClick={props.onUndo}>
        {props.undo}
      </Button>
    </Group>
  );
}
