// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import {
  ActionIcon,
  Button,
  Divider,
  Group,
  Popover,
  Select,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconArrowUp,
  IconChevronDown,
  IconEyeOff,
} from "@tabler/icons-react";
import { type FormEvent, type PointerEvent, useState } from "react";
import type { ResultFilter, ResultSort } from "../../../../shared/bridge/results.ts";
import { resultsWords } from "../../../words/results.ts";
import { LIST_ORDER } from "../view-state.ts";
import { ownIndex, type TableColumn } from "./columns.ts";
import css from "./ResultsTable.module.css";

type ColumnFilter = NonNullable<ResultFilter["columns"]>[number];

/** How to sort by a column. */
function sortBy(column: TableColumn, descending: boolean, numeric: boolean): ResultSort {
  const index = ownIndex(column.key);
  if (index !== null) return { by: { kind: "column", column: index, numeric }, descending };
  if (column.key === "flags" || column.key === "verified_at") return { by: { kind: column.key }, descending };
  return { by: { kind: "verdict" }, descending };
}

/** Whether `sort` is by `column`, and which way. */
function sortedAs(column: TableColumn, sort: ResultSort): "ascending" | "descending" | null {
  const index = ownIndex(column.key);
  const here =
    sort.by.kind === "column" ? sort.by.column === index : index === null && sort.by.kind === column.key;
  if (!here) return null;
  return sort.descending ? "descending" : "ascending";
}

interface Props {
  column: TableColumn;
  sort: ResultSort;
  left: number;
  index: number;
  onSort: (sort: ResultSort) => void;
  onResize: (width: number) => void;
  onMove: (by: number) => void;
  onHide: () => void;
  onFilter: (filter: ColumnFilter) => void;
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
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
      {needsValue && (
        <TextInput
          size="xs"
          aria-label={resultsWords.filterValue}
          value={value}
          maxLength={1000}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={(event) => event.key !== "Escape" && event.stopPropagation()}
        />
      )}
      <Button type="submit" size="compact-sm" disabled={!ready}>
        {resultsWords.applyFilter}
      </Button>
    </Stack>
  );
}

function Arrange({ column, onMove, onResize, onHide }: Props) {
  const steps = [
    { name: resultsWords.moveLeft(column.name), icon: IconArrowLeft, act: () => onMove(-1) },
    { name: resultsWords.moveRight(column.name), icon: IconArrowRight, act: () => onMove(1) },
    {
      name: resultsWords.narrower,
      icon: IconArrowsDiagonalMinimize2,
      act: () => onResize(column.width - 40),
    },
    { name: resultsWords.wider, icon: IconArrowsDiagonal, act: () => onResize(column.width + 40) },
    { name: resultsWords.hide, icon: IconEyeOff, act: onHide },
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

function Grip(props: { column: TableColumn; onResize: (width: number) => void }) {
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const grip = event.currentTarget;
    const from = event.clientX;
    const width = props.column.width;
    grip.setPointerCapture(event.pointerId);
    const move = (moving: globalThis.PointerEvent) => props.onResize(width + moving.clientX - from);
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), {
      once: true,
    });
  };
  return <div className={css.grip} aria-hidden="true" onPointerDown={start} />;
}

/** A column's header: click to sort, its menu for the rest, its edge for the width. */
export function HeaderCell(props: Props) {
  const { column, sort, onSort } = props;
  const direction = sortedAs(column, sort);
  const index = ownIndex(column.key);
  const isSorted = sort.by.kind === "column" && sort.by.column === index;
  const numeric = isSorted && sort.by.kind === "column" ? sort.by.numeric === true : column.numeric;
  const [menu, setMenu] = useState(false);
  const next = () => {
    if (direction === null) return onSort(sortBy(column, false, column.numeric));
    if (direction === "ascending") return onSort(sortBy(column, true, numeric));
    return onSort(LIST_ORDER);
  };
  const orders = [
    { name: resultsWords.sortAscending, sort: sortBy(column, false, numeric) },
    { name: resultsWords.sortDescending, sort: sortBy(column, true, numeric) },
    ...(index === null
      ? []
      : [
          { name: resultsWords.sortNumbers, sort: sortBy(column, sort.descending, true) },
          { name: resultsWords.sortTexts, sort: sortBy(column, sort.descending, false) },
        ]),
    { name: resultsWords.sortNone, sort: LIST_ORDER },
  ];
  return (
    <div
      role="columnheader"
      aria-sort={direction ?? "none"}
      aria-colindex={props.index}
      className={css.head}
      style={{ left: props.left, width: column.width }}
    >
      <UnstyledButton
        className={css.name}
        onClick={next}
        aria-label={resultsWords.sortBy(column.name)}
        title={column.name}
      >
        <span className={css.cut}>{column.name}</span>
        {direction === "ascending" && <IconArrowUp size={13} aria-hidden="true" />}
        {direction === "descending" && <IconArrowDown size={13} aria-hidden="true" />}
      </UnstyledButton>
      <Popover position="bottom-end" width={230} opened={menu} onChange={setMenu} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={css.menu}
            aria-label={resultsWords.columnMenu(column.name)}
            onClick={() => setMenu((open) => !open)}
          >
            <IconChevronDown size={13} aria-hidden="true" />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={4}>
          {orders.map(({ name, sort: order }) => (
            <Button
              key={name}
              variant="subtle"
              color="gray"
              size="compact-md"
              fw={400}
              fullWidth
              justify="flex-start"
              onClick={() => {
                setMenu(false);
                onSort(order);
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
                onFilter={(filter) => {
                  setMenu(false);
                  props.onFilter(filter);
                }}
              />
            </>
          )}
          <Divider my={4} />
          <Arrange {...props} />
        </Popover.Dropdown>
      </Popover>
      <Grip column={column} onResize={props.onResize} />
    </div>
  );
}
