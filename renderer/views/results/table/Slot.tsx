import { ActionIcon, Button, Kbd, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { LinkButton } from "../../../components/buttons.tsx";
import { resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/settings.ts";
import { tableWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import { type Chip, chipsOf } from "./chips.ts";
import css from "./Slot.module.css";
import type { Decision, RowActions } from "./useRowActions.ts";

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

interface Props {
  actions: RowActions;
  /** Moves the focus away from a button that is about to be removed. */
  onLeave: () => void;
}

function SelectionBar({ actions, onLeave }: Props) {
  const { total, selection, openExport } = useResults();
  const { chosen, size } = selection;
  const rows = total ?? 0;
  const selected = tableWords.selected(size, chosen.kind === "all" ? rows : size);
  const leave = (act: () => void) => () => {
    onLeave();
    act();
  };
  const mark = (decision: Decision) => () => void actions.mark(decision, null);
  return (
    <>
      <div className={css.bar} role="toolbar" aria-label={selected}>
        <strong className={css.size}>{selected}</strong>
        <Button {...ACT} disabled={actions.isBusy} onClick={mark("keep")}>
          {resultsWords.keep} <Key>Y</Key>
        </Button>
        <Button {...ACT} disabled={actions.isBusy} onClick={mark("drop")}>
          {resultsWords.drop} <Key>N</Key>
        </Button>
        <Button {...ACT} disabled={actions.isBusy} onClick={mark(null)}>
          {resultsWords.clearMark}
        </Button>
        <Button {...ACT} onClick={() => void actions.copy("addresses", null)}>
          {tableWords.copyAddresses}
        </Button>
        <Button {...ACT} onClick={() => openExport("selected")}>
          {tableWords.exportSelected(size)}
        </Button>
        <Button {...ACT} onClick={() => actions.suppress(null)} title={suppressWords.add}>
          {suppressWords.addShort}
        </Button>
        {size < rows && (
          <Button {...ACT} onClick={leave(selection.all)}>
            {tableWords.selectAll(rows)}
          </Button>
        )}
        <span role="status">{actions.message}</span>
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
function Steps({ actions }: { actions: RowActions }) {
  const { steps } = useResults().summary;
  const off = (can: boolean | undefined) =>
    can === false ? { "data-disabled": true, "aria-disabled": true } : {};
  if (!steps?.undo && !steps?.redo) return null;
  const buttons = [
    { label: resultsWords.undo, act: actions.undo, can: steps.undo, Icon: IconArrowBackUp },
    { label: resultsWords.redo, act: actions.redo, can: steps.redo, Icon: IconArrowForwardUp },
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

function Marked() {
  const { summary, patchFilter } = useResults();
  const marked = MARKS.filter((mark) => summary.marks[mark] > 0);
  if (marked.length === 0) return tableWords.helpKeys;
  return marked.map((mark) => (
    <LinkButton key={mark} c="dimmed" onClick={() => patchFilter({ overridden: mark })}>
      {tableWords.markedBy[mark](summary.marks[mark])}
    </LinkButton>
  ));
}

function FilterChips({ chips, onLeave }: { chips: readonly Chip[]; onLeave: () => void }) {
  const { patchFilter, show } = useResults();
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
              if (chips.length === 1) onLeave();
              patchFilter(chip.without);
            }}
          >
            {chip.name}
          </Button>
        ))}
      </div>
      <LinkButton
        flex="none"
        c="dimmed"
        onClick={() => {
          onLeave();
          show({});
        }}
      >
        {tableWords.clearFilters}
      </LinkButton>
    </>
  );
}

/** The line above the table: filter chips, or the selection bar once rows are selected. Its height is constant. */
export function Slot({ actions, isFailing, onLeave }: Props & { isFailing: boolean }) {
  const { cleaning, summary, columnNames, view, total, selection } = useResults();
  const chips = chipsOf(view.filter, columnNames, cleaning.sandbox);
  const isSelecting = selection.size > 0;
  const { message } = actions;
  return (
    <div className={css.slot}>
      {isSelecting ? (
        <SelectionBar actions={actions} onLeave={onLeave} />
      ) : chips.length > 0 ? (
        <FilterChips chips={chips} onLeave={onLeave} />
      ) : (
        <span className={`${css.help} cut`}>{message === null && <Marked />}</span>
      )}
      {!isSelecting && <span role="status">{message}</span>}
      <div className={isSelecting ? "visually-hidden" : css.end}>
        {!isSelecting && <Steps actions={actions} />}
        <span className={css.total} role="status">
          {total !== null ? resultsWords.shown(total, summary.rows) : !isFailing && resultsWords.loading}
        </span>
      </div>
    </div>
  );
}
