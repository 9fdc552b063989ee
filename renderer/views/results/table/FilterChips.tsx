import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";
import { type Chip, NO_FILTER } from "./chips.ts";
import css from "./Slot.module.css";

/** What is filtered, always visible; each chip takes itself away. */
export function FilterChips(props: {
  chips: readonly Chip[];
  onFilter: (patch: Partial<ResultFilter>) => void;
  /** All of them go: the keyboard goes on in the table. */
  onLeave: () => void;
}) {
  const { chips } = props;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div className={css.chips} role="group" aria-label={resultsWords.chips}>
        {chips.map((chip) => (
          <UnstyledButton
            key={chip.name}
            data-item
            className={css.chip}
            aria-label={resultsWords.removeChip(chip.name)}
            onClick={() => {
              if (chips.length === 1) props.onLeave();
              props.onFilter(chip.without);
            }}
          >
            <span className={css.cut}>{chip.name}</span>
            <IconX size={13} aria-hidden="true" />
          </UnstyledButton>
        ))}
      </div>
      <UnstyledButton
        className={css.link}
        onClick={() => {
          props.onLeave();
          props.onFilter(NO_FILTER);
        }}
      >
        {tableWords.clearFilters}
      </UnstyledButton>
    </>
  );
}
