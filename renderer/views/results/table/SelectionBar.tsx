import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { ProblemNote } from "../../../components/ProblemNote.tsx";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";
import css from "./SelectionBar.module.css";
import { type Selection, sizeOf } from "./selection.ts";

/**
 * What can be done with the chosen rows: keep, drop, or clear their mark. All of it can be undone. Its place is kept
 * while nothing is chosen, so that no row moves under the pointer; then it says what was marked last.
 */
export function SelectionBar(props: {
  cleaningId: string;
  filter: ResultFilter;
  total: number;
  selection: Selection;
  /** What was done to marks last. */
  said: string | null;
  /** That the chosen rows were copied, or were not. */
  copied: string | null;
  onSaid: (said: string) => void;
  onChanged: () => void;
  /** The button that had the focus goes: the keyboard goes on in the table. */
  onLeave: () => void;
}) {
  const { cleaningId, filter, total, selection } = props;
  const { bridge } = useWinnow();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const { chosen } = selection;
  const size = sizeOf(chosen, total);
  const selected = resultsWords.selected(size, chosen.kind === "all" ? total : size);

  const mark = async (decision: "keep" | "drop" | null) => {
    setBusy(true);
    const which =
      chosen.kind === "all"
        ? { rows: filter, except: [...chosen.except], shown: chosen.shown }
        : { rows: [...chosen.rows] };
    const done = await bridge.call("results.mark", { cleaningId, ...which, decision });
    setBusy(false);
    setProblem(done.ok ? null : done.problem);
    if (!done.ok && done.problem.code === "rows_changed") {
      // What is shown is what is to be chosen from: as it is now.
      selection.clear();
      props.onChanged();
    }
    if (!done.ok) return;
    props.onSaid(resultsWords.markedNow(decision, done.value.changed));
    props.onLeave();
    selection.clear();
    props.onChanged();
  };
  const leave = (act: () => void) => () => {
    props.onLeave();
    act();
  };
  return (
    <>
      <div className={css.place}>
        <Text size="sm" c="dimmed" role="status" className={css.said}>
          {size === 0 ? (props.said ?? "") : ""}
        </Text>
        {size === 0 && props.said === null && (
          <Text size="sm" c="dimmed">
            {resultsWords.selectHelp}
          </Text>
        )}
        {size > 0 && (
          <Group className={css.bar} gap="xs" wrap="nowrap" role="toolbar" aria-label={selected}>
            <Text size="sm" fw={600} className="num" mr="xs">
              {selected}
            </Text>
            <Button size="compact-sm" loading={busy} onClick={() => void mark("keep")}>
              {resultsWords.keep}
            </Button>
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void mark("drop")}>
              {resultsWords.drop}
            </Button>
            <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void mark(null)}>
              {resultsWords.clearMark}
            </Button>
            {size < total && (
              <Button size="compact-sm" variant="subtle" onClick={leave(() => selection.all(total))}>
                {resultsWords.selectAll(total)}
              </Button>
            )}
            <Button size="compact-sm" variant="subtle" onClick={leave(selection.clear)}>
              {resultsWords.deselect}
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {props.copied}
            </Text>
          </Group>
        )}
      </div>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
