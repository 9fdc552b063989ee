import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { CallOutput } from "../../../shared/bridge.ts";
import { settingsWords } from "../../words/settings.ts";

export type Added = CallOutput<"suppression.add">;

/** Says which columns a suppression list was taken from, and lets the user say which of them are meant. */
export function SuppressionColumns(props: {
  added: Added;
  busy: boolean;
  onTake: (columns: number[]) => void;
  onLeave: () => void;
}) {
  const { columns } = props.added;
  const [chosen, setChosen] = useState<readonly number[]>(columns.map(({ column }) => column));
  return (
    <Alert role="group" title={settingsWords.suppressionColumns(props.added.name)}>
      <Stack gap="xs">
        <Text size="sm">{settingsWords.suppressionColumnsHelp}</Text>
        {columns.map(({ column, name, entries }) => (
          <Checkbox
            key={column}
            label={settingsWords.suppressionColumn(name, column, entries)}
            checked={chosen.includes(column)}
            onChange={({ currentTarget }) =>
              setChosen(
                currentTarget.checked ? [...chosen, column] : chosen.filter((other) => other !== column),
              )
            }
          />
        ))}
        <Group gap="xs">
          <Button
            size="xs"
            loading={props.busy}
            disabled={chosen.length === 0}
            onClick={() => (chosen.length === columns.length ? props.onLeave() : props.onTake([...chosen]))}
          >
            {chosen.length === columns.length
              ? settingsWords.suppressionColumnsAll
              : settingsWords.suppressionColumnsTake}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
