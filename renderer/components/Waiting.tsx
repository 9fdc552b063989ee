import { Progress, Text } from "@mantine/core";

/** Labelled progress bar for work of unknown length. */
export function Waiting(props: { label: string }) {
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        {props.label}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={100} animated striped color="ink.3" aria-label={props.label} />
      </Progress.Root>
    </div>
  );
}
