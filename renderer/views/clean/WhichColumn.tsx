import { Alert, Button, Group, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { cleanWords } from "../../words/clean.ts";

/** Asks which column holds the addresses where more than one could. Nothing is counted before that is known. */
export function WhichColumn(props: { preflight: Preflight; onColumn: (column: number) => void }) {
  const { preflight } = props;
  const columns = preflight.columns.filter((column) => preflight.candidates.includes(column.index));
  return (
    <Alert
      variant="light"
      icon={<IconHelpCircle size={18} aria-hidden="true" />}
      title={cleanWords.whichColumn}
    >
      <Text size="sm" mb="xs">
        {cleanWords.whichColumnHelp}
      </Text>
      <Group gap="xs">
        {columns.map((column) => (
          <Button key={column.index} size="xs" variant="default" onClick={() => props.onColumn(column.index)}>
            {column.name}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
