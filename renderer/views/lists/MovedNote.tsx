import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import type { Moved } from "../../stores/desk.ts";
import { useCleanings, useDesk } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";

/** What was deleted for good comes back with a backup. */
function isAsSaid(to: Moved["to"], known: Cleaning | undefined): boolean {
  if (to === "gone") return known === undefined;
  return (known !== undefined && known.deletedAt !== null) === (to === "bin");
}

/** Says which list was put in the bin or brought back last, with the way to undo that, for as long as it is so. */
export function MovedNote(props: { onChanged: () => void }) {
  const moved = useDesk((state) => state.moved);
  const move = useDesk((state) => state.move);
  const known = useCleanings((state) => state.byId[moved?.cleaningId ?? ""]);
  const restore = useCleanings((state) => state.restore);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    // Whoever leaves the lists has read it. This may be taken from the screen before it hears of the new address, or after.
    const left = () => {
      if (!window.location.hash.startsWith("#/lists")) move(null);
    };
    window.addEventListener("hashchange", left);
    return () => {
      window.removeEventListener("hashchange", left);
      left();
    };
  }, [move]);
  const isSo = moved !== null && isAsSaid(moved.to, known);
  const undo = async () => {
    if (moved === null) return;
    const failed = await restore(moved.cleaningId);
    setProblem(failed);
    if (failed) return;
    move({ ...moved, to: "lists" });
    props.onChanged();
  };
  return (
    <>
      <Group gap="xs" role="status" mih={0}>
        {isSo && <Text size="sm">{listsWords.moved[moved.to](moved.name)}</Text>}
        {isSo && moved.to === "bin" && (
          <Button size="compact-sm" variant="subtle" onClick={() => void undo()}>
            {listsWords.undo}
          </Button>
        )}
      </Group>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
