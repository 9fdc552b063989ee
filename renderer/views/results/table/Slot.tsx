import { ActionIcon, Anchor, Button, Kbd, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ResultFilter, Summary } from "../../../../shared/bridge/results.ts";
import { resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/settings.ts";
import { tableWords } from "../../../words/table.ts";
import type { Chip } from "./chips.ts";
import css from "./Slot.module.css";
import { type Selection, sizeOf } from "./selection.ts";
import type { Marks } from "./useMarks.ts";

const ACT = {
  size: "compact-sm",
  variant: "subtle",
  color: "gray",
  c: "var(--w-text)",
  flex: "none",
} as const;

/** Shortcut hint. Hidden from assistive technology, which gets it from the shortcuts dialog. */
function Key(props: { children: ReactNode }) {
  return (
    <Kbd size="xs" ml={6} aria-hidden="true">
      {props.children}
    </Kbd>
  );
}

function SelectionBar(props: {
  total: number;
  selection: Selection;
  isBusy: boolean;
  said: string | null;
  onMark: (decision: "keep" | "drop" | null) => void;
  onCopy: () => void;
  onExport: () => void;
  onSuppress: () => void;
  onLeave: () => void;
}) {
  const { total, selection, isBusy, onMark } = props;
  const { chosen } = selection;
  const size = sizeOf(chosen, total);
  const selected = tableWords.selected(size, chosen.kind === "all" ? total : size);
  const leave = (act: () => void) => () => {
    props.onLeave();
    act();
  };
  return (
    <>
      <div className={css.bar} role="toolbar" aria-label={selected}>
        <strong className={css.size}>{selected}</strong>
        <Button {...ACT} disabled={isBusy} onClick={() => onMark("keep")}>
          {resultsWords.keep} <Key>Y</Key>
        </Button>
        <Button {...ACT} disabled={isBusy} onClick={() => onMark("drop")}>
          {resultsWords.drop} <Key>N</Key>
        </Button>
        <Button {...ACT} disabled={isBusy} onClick={() => onMark(null)}>
          {resultsWords.clearMark}
        </Button>
        <Button {...ACT} onClick={props.onCopy}>
          {tableWords.copyAddresses}
        </Button>
        <Button {...ACT} onClick={props.onExport}>
          {tableWords.exportSelected(size)}
        </Button>
        <Button {...ACT} onClick={props.onSuppress} title={suppressWords.add}>
          {suppressWords.addShort}
        </Button>
        {size < total && (
          <Button {...ACT} onClick={leave(() => selection.all(total))}>
            {tableWords.selectAll(total)}
          </Button>
        )}
        <span role="status">{props.said}</span>
      </div>
      <div className={css.end}>
        <Button {...ACT} onClick={leave(selection.clear)}>
          {tableWords.clear} <Key>Esc</Key>
        </Button>
      </div>
    </>
  );
}

/** An unavailable button stays in place and focusable. */
function Steps(props: { steps: Summary["steps"]; marks: Marks }) {
  const off = (can: boolean | undefined) =>
    can === false ? { "data-disabled": true, "aria-disabled": true } : {};
  const { steps, marks } = props;
  if (!steps?.undo && !steps?.redo) return null;
  const buttons = [
    { label: resultsWords.undo, act: marks.undo, can: steps.undo, Icon: IconArrowBackUp },
    { label: resultsWords.redo, act: marks.redo, can: steps.redo, Icon: IconArrowForwardUp },
  ];
  return buttons.map(({ label, act, can, Icon }) => (
    <Tooltip key={label} label={label}>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} onClick={act} {...off(can)}>
        <Icon size={17} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  ));
}

const MARKS = ["keep", "drop"] as const;

function Marked(props: { counts: Summary["marks"]; onFilter: (patch: Partial<ResultFilter>) => void }) {
  const marked = MARKS.filter((mark) => props.counts[mark] > 0);
  if (marked.length === 0) return tableWords.helpKeys;
  return marked.map((mark) => (
    <Anchor
      component="button"
      type="button"
      c="dimmed"
      underline="always"
      key={mark}
      onClick={() => props.onFilter({ overridden: mark })}
    >
      {tableWords.markedBy[mark](props.counts[mark])}
    </Anchor>
  ));
}

function FilterChips(props: {
  chips: readonly Chip[];
  onFilter: (patch: Partial<ResultFilter>) => void;
  onClear: () => void;
  onLeave: () => void;
}) {
  const { chips } = props;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div className={css.chips} role="group" aria-label={resultsWords.chips}>
        {chips.map((chip) => (
          <Button
            key={chip.name}
            data-item
            size="compact-sm"
            variant="light"
            flex="none"
            maw="20rem"
            aria-label={resultsWords.removeChip(chip.name)}
            rightSection={<IconX size={13} aria-hidden="true" />}
            onClick={() => {
              if (chips.length === 1) props.onLeave();
              props.onFilter(chip.without);
            }}
          >
            {chip.name}
          </Button>
        ))}
      </div>
      <Anchor
        component="button"
        type="button"
        flex="none"
        c="dimmed"
        underline="always"
        onClick={() => {
          props.onLeave();
          props.onClear();
        }}
      >
        {tableWords.clearFilters}
      </Anchor>
    </>
  );
}

/** The line above the table: filter chips, or the selection bar once rows are selected. Its height is constant. */
export function Slot(props: {
  chips: readonly Chip[];
  selection: Selection;
  /** Rows that pass the filter; `null` until first counted. */
  shown: number | null;
  summary: Summary;
  marks: Marks;
  said: string | null;
  onMark: (decision: "keep" | "drop" | null) => void;
  onCopy: () => void;
  onExport: () => void;
  onSuppress: () => void;
  onFilter: (patch: Partial<ResultFilter>) => void;
  onShow: (filter: ResultFilter) => void;
  onLeave: () => void;
}) {
  const { chips, selection, shown, summary, said } = props;
  const isSelecting = sizeOf(selection.chosen, shown ?? 0) > 0;
  return (
    <div className={css.slot}>
      {isSelecting ? (
        <SelectionBar
          total={shown ?? 0}
          selection={selection}
          isBusy={props.marks.isBusy}
          said={said}
          onMark={props.onMark}
          onCopy={props.onCopy}
          onExport={props.onExport}
          onSuppress={props.onSuppress}
          onLeave={props.onLeave}
        />
      ) : chips.length > 0 ? (
        <FilterChips
          chips={chips}
          onFilter={props.onFilter}
          onClear={() => props.onShow({})}
          onLeave={props.onLeave}
        />
      ) : (
        <span className={`${css.help} cut`}>
          {said === null && <Marked counts={summary.marks} onFilter={props.onFilter} />}
        </span>
      )}
      {!isSelecting && <span role="status">{said}</span>}
      <div className={isSelecting ? "visually-hidden" : css.end}>
        {!isSelecting && <Steps steps={summary.steps} marks={props.marks} />}
        <span className={css.total} role="status">
          {shown === null ? resultsWords.loading : resultsWords.shown(shown, summary.rows)}
        </span>
      </div>
    </div>
  );
}
