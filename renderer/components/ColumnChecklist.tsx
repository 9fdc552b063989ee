import { Checkbox, Group, Stack } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef, useState } from "react";
import { foldSearch } from "../../shared/fold-search.ts";
import { columnWords } from "../words/table.ts";
import { CompactButton } from "./buttons.tsx";
import css from "./ColumnChecklist.module.css";
import { SearchField } from "./fields.tsx";
import { Note } from "./notes.tsx";

/** Number of columns above which a search field is shown. */
const MAX_UNSEARCHED = 12;
/** Height of a line in pixels, with enough room to click its checkbox. */
const LINE = 28;

export interface ListedColumn<K> {
  readonly key: K;
  readonly name: string;
  readonly isChecked: boolean;
}

interface Props<K> {
  columns: readonly ListedColumn<K>[];
  /** Height in pixels from which the columns scroll. */
  maxHeight: number;
  checkboxLabel: (name: string) => string;
  /** Labels of the buttons that check or uncheck every listed column; `found` is `null` without a search. */
  allLabel: (found: number | null) => string;
  noneLabel: (found: number | null) => string;
  onCheck: (key: K, isChecked: boolean) => void;
  onCheckAll: (keys: readonly K[], isChecked: boolean) => void;
  /** Controls after the two buttons. */
  children?: ReactNode;
}

/** Checkboxes for columns, with a search if there are many, and buttons that check all of them or none. */
export function ColumnChecklist<K extends string | number>(props: Props<K>) {
  const { columns } = props;
  const [search, setSearch] = useState("");
  const sought = foldSearch(search.trim());
  const listed = columns.filter(({ name }) => foldSearch(name).includes(sought));
  const viewport = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: listed.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => LINE,
    overscan: 10,
  });
  const found = sought === "" ? null : listed.length;
  const checkAll = (isChecked: boolean) =>
    props.onCheckAll(
      listed.map(({ key }) => key),
      isChecked,
    );
  return (
    <Stack gap="xs" flex={1} miw={0} mih={0}>
      {columns.length > MAX_UNSEARCHED && (
        <SearchField
          size="xs"
          label={columnWords.search}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onText={setSearch}
        />
      )}
      <div ref={viewport} className={css.scroller} style={{ maxHeight: props.maxHeight }}>
        <div className={css.lines} style={{ height: lines.getTotalSize() }}>
          {lines.getVirtualItems().map(({ index, start }) => {
            const column = listed[index];
            if (column === undefined) return null;
            const { key, name } = column;
            return (
              <div key={key} className={css.line} style={{ top: start, height: LINE }}>
                <Checkbox
                  label={<span className="cut">{name}</span>}
                  title={name}
                  aria-label={props.checkboxLabel(name)}
                  checked={column.isChecked}
                  onChange={(event) => props.onCheck(key, event.currentTarget.checked)}
                />
              </div>
            );
          })}
        </div>
        {listed.length === 0 && <Note role="status">{columnWords.noMatch}</Note>}
      </div>
      <Group gap="xs">
        <CompactButton disabled={listed.length === 0} onClick={() => checkAll(true)}>
          {props.allLabel(found)}
        </CompactButton>
        <CompactButton disabled={listed.length === 0} onClick={() => checkAll(false)}>
          {props.noneLabel(found)}
        </CompactButton>
        {props.children}
      </Group>
    </Stack>
  );
}
