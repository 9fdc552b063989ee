import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { ResultFilter } from "../../../shared/bridge/results.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useWinnow } from "../../stores/winnow.tsx";
import { resultsWords } from "../../words/results.ts";
import css from "./SelectionBar.module.css";
import type { Selection } from "./selection.ts";

/** What can be done with the chosen rows: keep, drop, or clear their mark. All of it can be undone. */
export function SelectionBar(props: {
  cleaningId: string;
  filter: ResultFilter;
  total: number;
  selection: Selection;
  onChanged: () => void;
}) {
  const { cleaningId, filter, total, selection } = props;
  const { bridge } = useWinnow();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const { chosen } = selection;
  const size = chosen.kind === "all" ? total : chosen.rows.size;
  if (size === 0) return null;

  const mark = async (decision: "keep" | "drop" | null) => {
    setBusy(true);
    const rows = chosen.kind === "all" ? filter : [...chosen.rows];
    const done = await bridge.call("results.override", { cleaningId, rows, decision });
    setBusy(false);
    setProblem(done.ok ? null : done.problem);
    if (!done.ok) return;
    selection.clear();
    props.onChanged();
  };
  return (
    <>
      <Group className={css.bar} gap="xs" role="toolbar" aria-label={resultsWords.selected(size)}>
        <Text size="sm" fw={600} className="num" mr="xs">
          {resultsWords.selected(size)}
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
        {chosen.kind === "some" && size < total && (
          <Button size="compact-sm" variant="subtle" onClick={selection.all}>
            {resultsWords.selectAll(total)}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
          {resultsWords.deselect}
        </Button>
      </Group>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
