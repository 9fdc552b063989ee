// A virtual grid cannot be a <table>: its rows are placed by hand, and the grid itself holds the focus.
// biome-ignore-all lint/a11y/useSemanticElements: see above
// biome-ignore-all lint/a11y/useFocusableInteractive: see above

import { Table } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Compared, Comparison } from "../../../shared/bridge/results.ts";
import { count } from "../../../shared/numbers.ts";
import { LinkButton } from "../../components/buttons.tsx";
import { useTallRows } from "../../components/useTallRows.ts";
import { VerdictBadge, wordsOf } from "../../components/VerdictMark.tsx";
import { compareWords } from "../../words/results.ts";
import { reasonWords } from "../../words/table.ts";
import { FLAG_WORDS } from "../../words/verdicts.ts";
import css from "./Compare.module.css";
import { type ComparedRows, type CompareState, SIDES, type Side } from "./compare-state.ts";

/** Number of addresses per pair of verdicts. Clicking a change filters by it; unchanged ones are not clickable. */
export function MovesTable(props: {
  moves: Comparison["moves"];
  state: CompareState;
  onMove: (from: Side, to: Side) => void;
}) {
  const { moves, state } = props;
  const of = (from: Side, to: Side) =>
    moves.find((one) => one.from === from && one.to === to)?.addresses ?? 0;
  const sides = SIDES.filter(
    (side) => side !== "none" || moves.some((one) => one.from === "none" || one.to === "none"),
  );
  return (
    <Table className={css.moves} w="auto" fz="md" aria-label={compareWords.moves}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{compareWords.corner}</Table.Th>
          {sides.map((to) => (
            <Table.Th key={to} scope="col">
              <VerdictBadge verdict={to} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sides.map((from) => (
          <Table.Tr key={from}>
            <Table.Th scope="row">
              <VerdictBadge verdict={from} />
            </Table.Th>
            {sides.map((to) => {
              const n = of(from, to);
              const chosen = state.from === from && state.to === to;
              return (
                <Table.Td key={to} data-same={from === to || undefined} data-chosen={chosen || undefined}>
                  {from !== to && n > 0 ? (
                    <LinkButton
                      fw={600}
                      aria-pressed={chosen}
                      aria-label={compareWords.move(wordsOf(from).name, wordsOf(to).name, n)}
                      onClick={() => props.onMove(from, to)}
                    >
                      {count(n)}
                    </LinkButton>
                  ) : (
                    <span className={n === 0 ? "quiet" : undefined}>{count(n)}</span>
                  )}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const ROW_HEIGHT = 33;

function SideCell(props: { side: Compared["left"] }) {
  const { side } = props;
  if (side === null) return <span className="quiet">{compareWords.none}</span>;
  return (
    <>
      <VerdictBadge verdict={side.verdict} />
      {side.flags.length > 0 && (
        <span className="quiet"> · {side.flags.map((flag) => FLAG_WORDS[flag].name).join(", ")}</span>
      )}
    </>
  );
}

export function ComparedTable(props: { rows: ComparedRows; total: number; sandbox: boolean }) {
  const { rows, total, sandbox } = props;
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
      aria-colcount={4}
    >
      <div role="row" aria-rowindex={1} className={css.header}>
        <div role="columnheader">{compareWords.address}</div>
        <div role="columnheader">{compareWords.before}</div>
        <div role="columnheader">{compareWords.after}</div>
        <div role="columnheader">{compareWords.why}</div>
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
                    <div role="gridcell" className="cut quiet">
                      {row.reason === "service" && !sandbox
                        ? compareWords.verifiedAgain
                        : row.reason && reasonWords(row.reason, sandbox)}
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
