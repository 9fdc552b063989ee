import { Anchor, Table } from "@mantine/core";
import type { Comparison } from "../../../shared/bridge/results.ts";
import { count } from "../../../shared/numbers.ts";
import { VerdictMark, wordsOf } from "../../components/VerdictMark.tsx";
import { compareWords } from "../../words/results.ts";
import css from "./Compare.module.css";
import { type CompareState, SIDES, type Side } from "./compare-state.ts";

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
              <VerdictMark verdict={to} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sides.map((from) => (
          <Table.Tr key={from}>
            <Table.Th scope="row">
              <VerdictMark verdict={from} />
            </Table.Th>
            {sides.map((to) => {
              const n = of(from, to);
              const chosen = state.from === from && state.to === to;
              return (
                <Table.Td key={to} data-same={from === to || undefined} data-chosen={chosen || undefined}>
                  {from !== to && n > 0 ? (
                    <Anchor
                      component="button"
                      type="button"
                      fw={600}
                      underline="always"
                      aria-pressed={chosen}
                      aria-label={compareWords.move(wordsOf(from).name, wordsOf(to).name, n)}
                      onClick={() => props.onMove(from, to)}
                    >
                      {count(n)}
                    </Anchor>
                  ) : (
                    count(n)
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
