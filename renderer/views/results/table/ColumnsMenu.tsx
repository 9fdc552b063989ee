import { ActionIcon, Button, Group, Popover } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconColumns3 } from "@tabler/icons-react";
import { ColumnChecklist } from "../../../components/ColumnChecklist.tsx";
import { resultsWords } from "../../../words/results.ts";
import { columnWords } from "../../../words/table.ts";
import { hideable, type TableColumn } from "./columns.ts";
import type { Columns } from "./useColumns.ts";

function MoveButtons(props: { column: TableColumn; onMove: (by: number) => void }) {
  const { name } = props.column;
  const moves = [
    { label: resultsWords.moveLeft(name), icon: IconChevronLeft, by: -1 },
    { label: resultsWords.moveRight(name), icon: IconChevronRight, by: 1 },
  ];
  return (
    <Group gap={2} wrap="nowrap">
      {moves.map(({ label, icon: Icon, by }) => (
        <ActionIcon
          key={by}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          onClick={() => props.onMove(by)}
        >
          <Icon size={14} aria-hidden="true" />
        </ActionIcon>
      ))}
    </Group>
  );
}

export function ColumnsMenu(props: { columns: Columns }) {
  const { all, hide, move, reset } = props.columns;
  const byKey = new Map(all.map((column) => [column.key, column]));
  return (
    <Popover
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      middlewares={{ flip: true, shift: true, size: true }}
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden="true" />}>
          {resultsWords.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown display="flex">
        <ColumnChecklist
          columns={all.map(({ key, name, hidden }) => ({ key, name, isChecked: !hidden }))}
          maxHeight={360}
          checkboxLabel={resultsWords.showColumn}
          allLabel={(found) => (found === null ? columnWords.showAll : columnWords.showFound(found))}
          noneLabel={(found) => (found === null ? columnWords.hideAll : columnWords.hideFound(found))}
          onCheck={(key, isShown) => hide([key], !isShown)}
          onCheckAll={(keys, isShown) => hide(isShown ? keys : hideable(all, keys), !isShown)}
          aside={(key) => {
            const column = byKey.get(key);
            return column && !column.pinned && <MoveButtons column={column} onMove={(by) => move(key, by)} />;
          }}
        >
          <Button variant="subtle" size="compact-sm" onClick={reset}>
            {resultsWords.columnsReset}
          </Button>
        </ColumnChecklist>
      </Popover.Dropdown>
    </Popover>
  );
}
