import { Box, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconMinus } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, useId, useRef } from "react";
import type { Facet, Histogram } from "../../../../shared/bridge/facets.ts";
import { count } from "../../../../shared/numbers.ts";
import { VERDICTS } from "../../../../shared/verdicts.ts";
import { SearchField } from "../../../components/fields.tsx";
import { VerdictSymbol } from "../../../components/VerdictMark.tsx";
import { day } from "../../../times.ts";
import { facetWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import css from "./FacetRail.module.css";
import {
  choiceOf,
  type FacetId,
  type SelectionState,
  selectionOf,
  toggled,
  withChoice,
  withSelection,
} from "./facet-choice.ts";
import { type Group, valueWords } from "./groups.ts";
import type { Rail } from "./useRail.ts";

interface ValueProps {
  id: FacetId;
  value: string;
  name: string;
  rows: number;
  most: number;
  selection: SelectionState;
  onSelect: (wanted: "chosen" | "excluded") => void;
  onMenu: (event: MouseEvent<HTMLElement>) => void;
}

/** A facet value with its row count: a click chooses it, Alt+click excludes it. */
function FacetValue(props: ValueProps) {
  const { id, value, name, rows, most, selection } = props;
  const isExcluded = selection === "excluded";
  const verdict = id === "verdict" ? (VERDICTS.find((one) => one === value) ?? "none") : null;
  const share = most === 0 ? 0 : rows / most;
  return (
    <UnstyledButton
      data-rail-item
      tabIndex={-1}
      className={css.value}
      data-standing={selection}
      aria-pressed={selection !== "open"}
      aria-keyshortcuts="Alt+Enter"
      aria-label={isExcluded ? facetWords.excludedValue(name, rows) : facetWords.value(name, rows)}
      onClick={(event: MouseEvent) => props.onSelect(event.altKey ? "excluded" : "chosen")}
      onKeyDown={(event: KeyboardEvent) => {
        const wantsOut = event.key === "-" || (event.key === "Enter" && event.altKey);
        if (!wantsOut) return;
        event.preventDefault();
        props.onSelect("excluded");
      }}
      onContextMenu={props.onMenu}
    >
      {verdict && <VerdictSymbol verdict={verdict} />}
      {isExcluded && !verdict && <IconMinus size={13} aria-hidden="true" />}
      <span className="cut">{name}</span>{" "}
      <span className={css.bar} aria-hidden="true">
        {rows > 0 && (
          <span
            style={{ width: `${Math.max(6, share * 100)}%`, background: `var(--w-${verdict ?? "accent"})` }}
          />
        )}
      </span>
      <span className={css.number}>{count(rows)}</span>
    </UnstyledButton>
  );
}

function boundOf(kind: Histogram["kind"], bound: number): string {
  return kind === "date" ? day(bound) : count(Math.round(bound * 100) / 100);
}

function Spread(props: { name: string; facet: Facet }) {
  const { filled, rows, histogram } = props.facet;
  const bins = histogram?.bins ?? [];
  const most = Math.max(1, ...bins.map((bin) => bin.rows));
  const [first, last] = [bins[0], bins.at(-1)];
  return (
    <>
      <p className={css.note}>{facetWords.filled(filled, rows)}</p>
      {histogram && first && last && (
        <figure className={css.spread} aria-label={facetWords.spread(props.name)}>
          <ul className={css.bins}>
            {bins.map((bin) => (
              <li key={bin.from} style={{ height: `${(bin.rows / most) * 100}%` }}>
                <span className="visually-hidden">
                  {facetWords.bin(
                    boundOf(histogram.kind, bin.from),
                    boundOf(histogram.kind, bin.to),
                    bin.rows,
                  )}
                </span>
              </li>
            ))}
          </ul>
          <figcaption className={css.ends} aria-hidden="true">
            <span>{boundOf(histogram.kind, first.from)}</span>
            <span>{boundOf(histogram.kind, last.to)}</span>
          </figcaption>
        </figure>
      )}
    </>
  );
}

interface ListedValue {
  readonly id: FacetId;
  readonly value: string;
  readonly rows: number;
  readonly selection: SelectionState;
}

interface Props {
  group: Group;
  rail: Rail;
  isFirst: boolean;
  onMenu: (event: MouseEvent<HTMLElement>, id: FacetId, value: string) => void;
}

/** Returns the values to list. Values that had rows before keep their place. */
function useListedValues({ group, rail: { facets } }: Props): ListedValue[] {
  const { filter } = useResults().view;
  const seen = useRef(new Set<string>());
  return group.facets.flatMap((id) =>
    (facets.of(id)?.values ?? []).flatMap(({ value, rows }): ListedValue[] => {
      const selection = selectionOf(choiceOf(filter, id), value);
      const key = `${id} ${value}`;
      if (rows > 0) seen.current.add(key);
      const isListed = rows > 0 || selection !== "open" || (!group.isWide && seen.current.has(key));
      return isListed ? [{ id, value, rows, selection }] : [];
    }),
  );
}

/** Returns the number of values in a group's facets; `null` while unknown for the current filter. */
function distinctOf({ group, rail: { facets } }: Props): number | null {
  if (!group.facets.every((id) => facets.isCurrent(id))) return null;
  return group.facets.reduce((sum, id) => sum + (facets.of(id)?.distinct ?? 0), 0);
}

export function FacetGroup(props: Props) {
  const { group, rail } = props;
  const { cleaning, view, patchFilter } = useResults();
  const { filter } = view;
  const { facets } = rail;
  const isOpen = rail.open.has(group.key);
  const search = rail.searches[group.key] ?? "";
  const values = useListedValues(props);
  const panel = useId();
  const most = Math.max(0, ...values.map(({ rows }) => rows));
  /** As wide as the longest number, so that all bars align. */
  const digits = Math.max(4, count(most).length);
  const last = useRef<number | null>(null);
  // Keep the previous number while reloading.
  last.current = distinctOf(props) ?? (isOpen ? last.current : null);
  const distinct = last.current;
  const facet = group.facets[0] === undefined ? undefined : facets.of(group.facets[0]);
  const isChosen = group.facets.some((id) => {
    const { chosen, excluded } = choiceOf(filter, id);
    return chosen.length + excluded.length > 0;
  });
  const beyond = group.isWide && facet ? facet.matching - values.filter(({ rows }) => rows > 0).length : 0;
  const clear = () => {
    const none = { chosen: [], excluded: [] };
    patchFilter(Object.assign({}, ...group.facets.map((id) => withChoice(filter, id, none))));
  };
  return (
    <Box
      role="group"
      className={css.group}
      aria-label={group.name}
      aria-busy={isOpen && !group.facets.every((id) => facets.isCurrent(id))}
    >
      <div className={css.heading}>
        <UnstyledButton
          data-rail-item
          data-autofocus={props.isFirst || undefined}
          tabIndex={-1}
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          aria-label={facetWords.values(group.name, isOpen ? null : distinct)}
          onClick={() => rail.toggle(group.key)}
        >
          {isOpen ? (
            <IconChevronDown size={14} aria-hidden="true" />
          ) : (
            <IconChevronRight size={14} aria-hidden="true" />
          )}
          <span className="cut">{group.name}</span>{" "}
          {!isOpen && distinct !== null && <span className={css.number}>{count(distinct)}</span>}
        </UnstyledButton>
        {isOpen && isChosen ? (
          <UnstyledButton
            className={css.clear}
            data-rail-item
            tabIndex={-1}
            aria-label={facetWords.clearOf(group.name)}
            onClick={clear}
          >
            {facetWords.clear}
          </UnstyledButton>
        ) : isOpen && beyond > 0 ? (
          <span className={css.aside}>{facetWords.more(beyond)}</span>
        ) : (
          props.isFirst && isOpen && <span className={css.aside}>{facetWords.rows}</span>
        )}
      </div>
      {isOpen && (
        <Box id={panel} __vars={{ "--number": `${digits * 0.62}em` }}>
          {group.isWide && (
            <SearchField
              size="xs"
              className={css.search}
              label={facetWords.search(group.name)}
              value={search}
              onText={(text) => rail.search(group.key, text)}
            />
          )}
          {values.map(({ id, value, rows, selection }) => (
            <FacetValue
              key={`${id} ${value}`}
              id={id}
              value={value}
              name={valueWords(id, value, cleaning.sandbox)}
              rows={rows}
              most={most}
              selection={selection}
              onSelect={(wanted) => patchFilter(withSelection(filter, id, value, toggled(selection, wanted)))}
              onMenu={(event) => props.onMenu(event, id, value)}
            />
          ))}
          {facet && values.length === 0 && (
            <p className={css.note}>{search.trim() === "" ? facetWords.none : facetWords.noMatch}</p>
          )}
          {facet?.kind === "column" && <Spread name={group.name} facet={facet} />}
        </Box>
      )}
    </Box>
  );
}
