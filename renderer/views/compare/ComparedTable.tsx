// A virtual grid cannot be a <table>: its rows are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above
import { useEffect, useRef } from "react";
import type { Compared } from "../../../shared/bridge/results.ts";
import { useTallRows } from "../../components/useTallRows.ts";
import { VerdictMark } from "../../components/VerdictMark.tsx";
import { compareWords } from "../../words/results.ts";
import { FLAG_WORDS } from "../../words/verdicts.ts";
import css from "./Compare.module.css";
import type { ComparedRows } from "./compare-state.ts";

const ROW_HEIGHT = 33;

function SideCell(props: { side: Compared["left"] }) {
  const { side } = props;
  if (side === null) return <span className="quiet">{compareWords.none}</span>;
  return (
    <>
      <VerdictMark verdict={side.verdict} />
      {side.flags.length > 0 && (
        <span className="quiet"> · {side.flags.map((flag) => FLAG_WORDS[flag].name).join(", ")}</span>
      )}
    </>
  );
}

export function ComparedTable(props: { rows: ComparedRows; total: number }) {
  const { rows, total } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useTallRows({
    scroller,
    count: total,
    rowHeight: ROW_HEIGHT,
    headHeight: ROW_HEIGHT,
    overscan: 8,
  });
  const { first, last, scrollToTop } = lines;
  useEffect(() => {
    if (last >= first) rows.need(first, last);
  }, [rows, first, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at the top
  useEffect(() => scrollToTop(0), [rows]);
  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="grid"
      tabIndex={0}
      aria-label={compareWords.rows}
      aria-rowcount={total + 1}
      aria-colcount={3}
    >
      <div role="row" aria-rowindex={1} className={css.header}>
        <div role="columnheader">{compareWords.address}</div>
        <div role="columnheader">{compareWords.before}</div>
        <div role="columnheader">{compareWords.after}</div>
      </div>
      <div role="rowgroup" className={css.body} style={{ height: lines.height }}>
        <div role="presentation" style={{ transform: `translateY(${lines.down}px)` }}>
          {lines.shown.map(({ index: position, key }) => {
            const row = rows.row(position);
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={position + 2}
                className={css.row}
                style={{ transform: `translateY(${lines.top(position)}px)`, height: ROW_HEIGHT }}
              >
                {row && (
                  <>
                    <div role="gridcell" className="cut" title={row.address}>
                      {row.address}
                    </div>
                    <div role="gridcell" className="cut">
                      <SideCell side={row.left} />
                    </div>
                    <div role="gridcell" className="cut">
                      <SideCell side={row.right} />
                    </div>
                  </>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
