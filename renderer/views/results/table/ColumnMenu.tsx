import { ActionIcon, Button, Divider, Group, Popover, Select, Stack, Text } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconColumns3,
  IconEyeOff,
} from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { ColumnChecklist } from "../../../components/ColumnChecklist.tsx";
import { TextField } from "../../../components/fields.tsx";
import { resultsWords } from "../../../words/results.ts";
import { columnWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import { LIST_ORDER } from "../view-state.ts";
import { hideable, isNumeric, listColumnIndex, sortBy, type TableColumn } from "./columns.ts";

export function ColumnsMenu() {
  const { all, hide, reset } = useResults().columns;
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
        >
          <Button variant="subtle" size="compact-sm" onClick={reset}>
            {resultsWords.columnsReset}
          </Button>
        </ColumnChecklist>
      </Popover.Dropdown>
    </Popover>
  );
}

type ColumnFilter = NonNullable<ResultFilter["columns"]>[number];

interface Props {
  column: TableColumn;
  onClose: () => void;
  /** Moves the focus away from the menu, which is about to be removed. */
  onLeave: () => void;
}

const OPS = ["contains", "equals", "is_empty", "is_not_empty"] as const;

function FilterForm(props: { column: number; onFilter: (filter: ColumnFilter) => void }) {
  const [op, setOp] = useState<(typeof OPS)[number]>("contains");
  const [value, setValue] = useState("");
  const needsValue = op === "contains" || op === "equals";
  const ready = !needsValue || value !== "";
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (ready) props.onFilter({ column: props.column, op, value: needsValue ? value : "" });
  };
  return (
    <Stack gap={6} p={6} component="form" onSubmit={apply}>
      <Select
        size="xs"
        aria-label={resultsWords.filterColumn}
        data={OPS.map((one) => ({ value: one, label: resultsWords[one] }))}
        value={op}
        onChange={(next) => setOp(OPS.find((one) => one === next) ?? "contains")}
        comboboxProps={{ withinPortal: false }}
      />
      {needsValue && (
        <TextField
          size="xs"
          aria-label={resultsWords.filterValue}
          value={value}
          maxLength={1000}
          onText={setValue}
          onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
        />
      )}
      <Button type="submit" size="compact-sm" disabled={!ready}>
        {resultsWords.applyFilter}
      </Button>
    </Stack>
  );
}

function Arrange({ column, onLeave }: Props) {
  const { columns } = useResults();
  const { key } = column;
  const resize = (by: number) => () => columns.resize(key, column.width + by);
  const moves = [
    { name: resultsWords.moveLeft(column.name), icon: IconArrowLeft, act: () => columns.move(key, -1) },
    { name: resultsWords.moveRight(column.name), icon: IconArrowRight, act: () => columns.move(key, 1) },
  ];
  const steps = [
    ...(column.pinned ? [] : moves),
    { name: resultsWords.narrower, icon: IconArrowsDiagonalMinimize2, act: resize(-40) },
    { name: resultsWords.wider, icon: IconArrowsDiagonal, act: resize(40) },
    {
      name: resultsWords.hide,
      icon: IconEyeOff,
      act() {
        onLeave();
        columns.hide([key], true);
      },
    },
  ];
  return (
    <Group gap={4} p={4} justify="center">
      {steps.map(({ name, icon: Icon, act }) => (
        <ActionIcon key={name} variant="default" aria-label={name} title={name} onClick={act}>
          <Icon size={15} aria-hidden="true" />
        </ActionIcon>
      ))}
    </Group>
  );
}

export function ColumnMenu(props: Props) {
  const { column, onClose } = props;
  const { view, setView, patchFilter } = useResults();
  const { sort, filter } = view;
  const index = listColumnIndex(column.key);
  const numeric = isNumeric(column, sort);
  const orders = [
    { name: resultsWords.sortAscending, order: sortBy(column, false, numeric) },
    { name: resultsWords.sortDescending, order: sortBy(column, true, numeric) },
    ...(index === null
      ? []
      : [
          { name: resultsWords.sortNumbers, order: sortBy(column, sort.descending, true) },
          { name: resultsWords.sortTexts, order: sortBy(column, sort.descending, false) },
        ]),
    { name: resultsWords.sortNone, order: LIST_ORDER },
  ];
  const canSort = sortBy(column, false, numeric) !== null;
  return (
    <>
      {canSort &&
        orders.map(({ name, order }) => (
          <Button
            key={name}
            variant="subtle"
            color="gray"
            size="compact-md"
            fw={400}
            fullWidth
            justify="flex-start"
            onClick={() => {
              onClose();
              setView({ sort: order ?? LIST_ORDER, at: 0 });
            }}
          >
            {name}
          </Button>
        ))}
      {index !== null && (
        <>
          <Divider my={4} />
          <Text size="xs" c="dimmed" px={8}>
            {resultsWords.filterColumn}
          </Text>
          <FilterForm
            column={index}
            onFilter={(columnFilter) => {
              onClose();
              patchFilter({ columns: [...(filter.columns ?? []), columnFilter] });
            }}
          />
        </>
      )}
      {canSort && <Divider my={4} />}
      <Arrange {...props} />
    </>
  );
}
