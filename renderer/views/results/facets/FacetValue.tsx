import { UnstyledButton } from "@mantine/core";
import { IconMinus } from "@tabler/icons-react";
import type { KeyboardEvent, MouseEvent } from "react";
import { count } from "../../../../shared/numbers.ts";
import { VERDICTS } from "../../../../shared/verdicts.ts";
import { VerdictSymbol } from "../../../components/VerdictMark.tsx";
import { facetWords } from "../../../words/facets.ts";
import css from "./FacetRail.module.css";
import type { FacetId, SelectionState } from "./facet-choice.ts";

interface Props {
  id: FacetId;
  value: string;
  name: string;
  rows: number;
  most: number;
  standing: SelectionState;
  onWish: (wanted: "chosen" | "excluded") => void;
  onMenu: (event: MouseEvent<HTMLElement>) => void;
}

/** A facet value with its row count: a click chooses it, Alt+click excludes it. */
export function FacetValue(props: Props) {
  const { id, value, name, rows, most, standing } = props;
  const isExcluded = standing === "excluded";
  const verdict = id === "verdict" ? (VERDICTS.find((one) => one === value) ?? "none") : null;
  const share = most === 0 ? 0 : rows / most;
  return (
    <UnstyledButton
      data-rail-item
      tabIndex={-1}
      className={css.value}
      data-standing={standing}
      aria-pressed={standing !== "open"}
      aria-keyshortcuts="Alt+Enter"
      aria-label={isExcluded ? facetWords.excludedValue(name, rows) : facetWords.value(name, rows)}
      onClick={(event: MouseEvent) => props.onWish(event.altKey ? "excluded" : "chosen")}
      onKeyDown={(event: KeyboardEvent) => {
        const wantsOut = event.key === "-" || (event.key === "Enter" && event.altKey);
        if (!wantsOut) return;
        event.preventDefault();
        props.onWish("excluded");
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
