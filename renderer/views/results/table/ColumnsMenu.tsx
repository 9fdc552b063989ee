import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Stack } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconColumns3 } from "@tabler/icons-react";
import { resultsWords } from "../../../words/results.ts";
import type { Columns } from "./useColumns.ts";

/** Which columns are shown, and in which order. */
export function ColumnsMenu(props: { columns: Columns }) {
  const { columns } = props;
  return (
    <Popover position="bottom-end" width={320} shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden="true" />}>
          {resultsWords.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah={360}>
          <Stack gap={4}>
            {columns.all.map((column) => (
              <Group key={column.key} justify="space-between" wrap="nowrap" gap="xs">
                <Checkbox
                  size="xs"
                  label={column.name}
                  aria-label={resultsWords.showColumn(column.name)}
                  checked={!column.hidden}
                  onChange={(event) => columns.hide(column.key, !event.currentTarget.checked)}
                />
                <Group gap={2} wrap="nowrap" display={column.pinned ? "none" : undefined}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={resultsWords.moveLeft(column.name)}
                    onClick={() => columns.move(column.key, -1)}
                  >
                    <IconChevronLeft size={14} aria-hidden="true" />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={resultsWords.moveRight(column.name)}
                    onClick={() => columns.move(column.key, 1)}
                  >
                    <IconChevronRight size={14} aria-hidden="true" />
                  </ActionIcon>
                </Group>
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={columns.reset}>
          {resultsWords.columnsReset}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
