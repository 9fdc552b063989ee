import { Kbd, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/suppress.ts";
import { tableWords } from "../../../words/table.ts";
import css from "./Slot.module.css";
import { type Selection, sizeOf } from "./selection.ts";

/** The key that does the same; who hears the page hears of it elsewhere. */
function Key(props: { children: ReactNode }) {
  return (
    <Kbd size="xs" aria-hidden="true">
      {props.children}
    </Kbd>
  );
}

/** What can be done with the selected rows: keep, drop, or clear their mark, all of which can be undone; copy and export them, or suppress who is in them. */
export function SelectionBar(props: {
  total: number;
  selection: Selection;
  isBusy: boolean;
  /** That the rows were copied, or were not. */
  said: string | null;
  onMark: (decision: "keep" | "drop" | null) => void;
  onCopy: () => void;
  onExport: () => void;
  onSuppress: () => void;
  /** The button that had the focus goes: the keyboard goes on in the table. */
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
        <span className={css.size}>{selected}</span>
        <UnstyledButton className={css.act} disabled={isBusy} onClick={() => onMark("keep")}>
          {resultsWords.keep} <Key>Y</Key>
        </UnstyledButton>
        <UnstyledButton className={css.act} disabled={isBusy} onClick={() => onMark("drop")}>
          {resultsWords.drop} <Key>N</Key>
        </UnstyledButton>
        <UnstyledButton className={css.act} disabled={isBusy} onClick={() => onMark(null)}>
          {resultsWords.clearMark}
        </UnstyledButton>
        <UnstyledButton className={css.act} onClick={props.onCopy}>
          {tableWords.copyAddresses}
        </UnstyledButton>
        <UnstyledButton className={css.act} onClick={props.onExport}>
          {tableWords.exportSelected(size)}
        </UnstyledButton>
        <UnstyledButton className={css.act} onClick={props.onSuppress}>
          {suppressWords.add}
        </UnstyledButton>
        {size < total && (
          <UnstyledButton className={css.act} onClick={leave(() => selection.all(total))}>
            {tableWords.selectAll(total)}
          </UnstyledButton>
        )}
        <span role="status">{props.said}</span>
      </div>
      <div className={css.end}>
        <UnstyledButton className={css.act} onClick={leave(selection.clear)}>
          {tableWords.clear} <Key>Esc</Key>
        </UnstyledButton>
      </div>
    </>
  );
}
