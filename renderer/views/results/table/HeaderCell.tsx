// A virtual grid cannot be a <table>: its rows and columns are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above

import { Popover, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronDown } from "@tabler/icons-react";
import { type DragEvent, memo, type PointerEvent, useRef, useState } from "react";
import { resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { type ColumnKey, nextSort, sortedAs } from "./columns.ts";
import css from "./ResultsTable.module.css";
import type { PlacedColumn } from "./TableRow.tsx";

/** Selects all rows, or none if all are selected. */
export function SelectAll() {
  const { total: counted, selection } = useResults();
  const { size } = selection;
  const total = counted ?? 0;
  const isAll = total > 0 && size === total;
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = size > 0 && !isAll;
      }}
      type="checkbox"
      className={css.check}
      // Not a tab stop: the grid is, and its arrow keys lead here.
      tabIndex={-1}
      checked={isAll}
      disabled={total === 0}
      aria-label={tableWords.selectAll(total)}
      onChange={isAll ? selection.clear : selection.all}
    />
  );
}

interface Props {
  placed: PlacedColumn;
  /** Moves the focus away from an element that is about to be removed. */
  onLeave: () => void;
}

/** Drag type that distinguishes columns from files. */
const CARRIED = "application/x-winnow-column";

function Grip(props: {
  width: number;
  onHeld: (isHeld: boolean) => void;
  onResize: (width: number) => void;
}) {
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const grip = event.currentTarget;
    const from = event.clientX;
    const { width, onHeld, onResize } = props;
    onHeld(true);
    grip.setPointerCapture(event.pointerId);
    const move = (moving: globalThis.PointerEvent) => onResize(width + moving.clientX - from);
    grip.addEventListener("pointermove", move);
    const end = () => {
      grip.removeEventListener("pointermove", move);
      onHeld(false);
    };
    grip.addEventListener("lostpointercapture", end, { once: true });
  };
  return <div className={css.grip} aria-hidden="true" onPointerDown={start} />;
}

function useDragged(key: ColumnKey, isPinned: boolean) {
  const { columns } = useResults();
  const isHeld = useRef(false);
  const [isOver, setOver] = useState(false);
  const carries = (event: DragEvent) => !isPinned && event.dataTransfer.types.includes(CARRIED);
  return {
    hold(held: boolean) {
      isHeld.current = held;
    },
    isOver,
    attributes: {
      draggable: !isPinned,
      onDragStart(event: DragEvent) {
        if (isHeld.current) return event.preventDefault();
        event.dataTransfer.setData(CARRIED, key);
        event.dataTransfer.effectAllowed = "move";
      },
      onDragOver(event: DragEvent) {
        if (!carries(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false);
        if (!carries(event)) return;
        event.preventDefault();
        const carried = event.dataTransfer.getData(CARRIED);
        const dragged = columns.all.find((column) => column.key === carried);
        if (dragged) columns.moveTo(dragged.key, key);
      },
    },
  };
}

export const HeaderCell = memo(function HeaderCell(props: Props) {
  const { placed } = props;
  const { columns, view, setView } = useResults();
  const [menu, setMenu] = useState(false);
  const { column, left, index } = placed;
  const direction = sortedAs(column, view.sort);
  const drag = useDragged(column.key, column.pinned);
  const next = nextSort(column, view.sort);
  return (
    <div
      role="columnheader"
      aria-sort={direction ?? (next ? "none" : undefined)}
      aria-colindex={index + 2}
      className={column.pinned ? css.pinnedHead : css.head}
      data-over={drag.isOver || undefined}
      data-edge={placed.isEdge || undefined}
      style={{ left, width: column.width }}
      {...drag.attributes}
    >
      {next ? (
        <UnstyledButton
          className={css.name}
          tabIndex={-1}
          onClick={() => setView({ sort: next, at: 0 })}
          aria-label={resultsWords.sortBy(column.name)}
        >
          <span className="cut">{column.name}</span>
          {direction === "ascending" && <IconArrowUp size={13} aria-hidden="true" />}
          {direction === "descending" && <IconArrowDown size={13} aria-hidden="true" />}
        </UnstyledButton>
      ) : (
        <span className={css.name}>
          <span className="cut">{column.name}</span>
        </span>
      )}
      <Popover position="bottom-end" width={230} opened={menu} onChange={setMenu} trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={css.menu}
            tabIndex={-1}
            aria-label={resultsWords.columnMenu(column.name)}
            onClick={() => setMenu(!menu)}
          >
            <IconChevronDown size={13} aria-hidden="true" />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={4}>
          <ColumnMenu column={column} onClose={() => setMenu(false)} onLeave={props.onLeave} />
        </Popover.Dropdown>
      </Popover>
      <Grip width={column.width} onHeld={drag.hold} onResize={(width) => columns.resize(column.key, width)} />
    </div>
  );
});
