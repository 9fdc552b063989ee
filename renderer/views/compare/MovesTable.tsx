import { UnstyledButton } from "@mantine/core";
import type { Comparison } from "../../../shared/bridge/results.ts";
import { count } from "../../../shared/numbers.ts";
import { VerdictMark, wordsOf } from "../../components/VerdictMark.tsx";
import { compareWords } from "../../words/compare.ts";
import css from "./Compare.module.css";
import { type CompareState, SIDES, type Side } from "./compare-state.ts";

/** How many addresses went from which verdict to which; each move filters, those that stayed are only told. */
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
    <table className={css.moves} aria-label={compareWords.moves}>
      <thead>
        <tr>
          <th scope="col">{compareWords.corner}</th>
          {sides.map((to) => (
            <th key={to} scope="col">
              <VerdictMark verdict={to} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sides.map((from) => (
          <tr key={from}>
            <th scope="row">
              <VerdictMark verdict={from} />
            </th>
            {sides.map((to) => {
              const n = of(from, to);
              const chosen = state.from === from && state.to === to;
              return (
                <td key={to} data-same={from === to || undefined} data-chosen={chosen || undefined}>
                  {from !== to && n > 0 ? (
                    <UnstyledButton
                      aria-pressed={chosen}
                      aria-label={compareWords.move(wordsOf(from).name, wordsOf(to).name, n)}
                      onClick={() => props.onMove(from, to)}
                    >
                      {count(n)}
                    </UnstyledButton>
                  ) : (
                    count(n)
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
