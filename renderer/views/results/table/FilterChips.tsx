import { Anchor, Group, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { wordsOf } from "../../../components/VerdictMark.tsx";
import { CLASS_WORDS, resultsWords } from "../../../words/results.ts";
import { FLAG_WORDS } from "../../../words/verdicts.ts";
import { toggled } from "../view-state.ts";
import css from "./FilterChips.module.css";

interface Chip {
  readonly name: string;
  readonly without: Partial<ResultFilter>;
}

/** Every part of the filter as a chip of its own, with the filter that is left without it. */
function chipsOf(filter: ResultFilter, columns: readonly string[]): Chip[] {
  return [
    ...(filter.search
      ? [{ name: `“${filter.search}”`, without: { search: undefined, searchAll: undefined } }]
      : []),
    ...(filter.verdicts ?? []).map((verdict) => ({
      name: wordsOf(verdict).name,
      without: { verdicts: toggled(filter.verdicts, verdict) },
    })),
    ...(filter.flags ?? []).map((flag) => ({
      name: FLAG_WORDS[flag].name,
      without: { flags: toggled(filter.flags, flag) },
    })),
    ...(filter.domains ?? []).map((domain) => ({
      name: domain,
      without: { domains: toggled(filter.domains, domain) },
    })),
    ...(filter.classes ?? []).map((one) => ({
      name: CLASS_WORDS[one],
      without: { classes: toggled(filter.classes, one) },
    })),
    ...(filter.columns ?? []).map((one) => ({
      name: `${columns[one.column] ?? one.column} ${resultsWords[one.op]}${one.value ? ` “${one.value}”` : ""}`,
      without: { columns: toggled(filter.columns, one) },
    })),
    ...(filter.overridden
      ? [{ name: resultsWords.marked[filter.overridden], without: { overridden: undefined } }]
      : []),
  ];
}

const NOTHING: Partial<ResultFilter> = {
  search: undefined,
  searchAll: undefined,
  verdicts: undefined,
  flags: undefined,
  domains: undefined,
  classes: undefined,
  columns: undefined,
  overridden: undefined,
};

/** What is filtered, always visible; each chip takes itself away. */
export function FilterChips(props: {
  filter: ResultFilter;
  columns: readonly string[];
  onFilter: (patch: Partial<ResultFilter>) => void;
  /** All of them go: the keyboard goes on in the table. */
  onLeave: () => void;
}) {
  const chips = chipsOf(props.filter, props.columns);
  if (chips.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={resultsWords.chips}>
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
          <span className={css.name}>{chip.name}</span>
          <IconX size={13} aria-hidden="true" />
        </UnstyledButton>
      ))}
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => {
          props.onLeave();
          props.onFilter(NOTHING);
        }}
      >
        {resultsWords.clearAll}
      </Anchor>
    </Group>
  );
}
