import { Button, Group, Text } from "@mantine/core";

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
