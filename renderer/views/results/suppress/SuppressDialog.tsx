import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useCallback, useState } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { SelectedRows } from "../../../../shared/bridge/results.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { LONGEST_SUPPRESSION_NAME } from "../../../../shared/suppression-name.ts";
import { ProblemNote } from "../../../components/ProblemNote.tsx";
import { tellWithUndo } from "../../../frame/tell-with-undo.tsx";
import { useDraft } from "../../../stores/draft.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { type SuppressReason, suppressWords } from "../../../words/suppress.ts";
import { useReading } from "../answer/useReading.ts";

/** Rows whose addresses are to go onto a suppression list, and why. */
export interface SuppressWish {
  readonly reason: SuppressReason;
  readonly which: SelectedRows;
}

interface Props {
  cleaning: Cleaning;
  wish: SuppressWish;
  onClose: () => void;
}

/** What is told last of a list that was added takes the place of what was told before. */
const TOLD = "suppressed";

/** What is asked for, from the question until it is done. */
function Body({ cleaning, wish, onClose }: Props) {
  const { bridge, desk } = useWinnow();
  const { reason, which } = wish;
  const [name, setName] = useDraft(
    `suppression name ${cleaning.id} ${reason}`,
    suppressWords.nameOf(reason, cleaning.name),
  );
  const [isAdding, setAdding] = useState(false);
  const [failed, setFailed] = useState<Problem | null>(null);
  const ask = useCallback(
    () => bridge.call("suppression.countRows", { cleaningId: cleaning.id, ...which }),
    [bridge, cleaning.id, which],
  );
  // Nobody is counted as added while they still are being added.
  const { value: counted, problem, reload } = useReading(cleaning.id, isAdding ? null : ask);

  const takeBack = async (id: string) => {
    const removed = await bridge.call("suppression.remove", { id });
    if (!removed.ok) desk.getState().tell({ kind: "problem", problem: removed.problem });
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (counted === null) return;
    setAdding(true);
    setFailed(null);
    const added = await bridge.call("suppression.addRows", {
      cleaningId: cleaning.id,
      ...which,
      name: name.trim(),
      shown: counted.fresh,
    });
    if (!added.ok) {
      setAdding(false);
      return setFailed(added.problem);
    }
    const { id, addresses } = added.value;
    setName(null);
    tellWithUndo(TOLD, suppressWords.added(addresses, added.value.name), () => void takeBack(id));
    onClose();
  };
  const nobody = counted?.fresh === 0;
  const said =
    counted === null
      ? suppressWords.counting
      : counted.fresh > 0
        ? suppressWords.count(counted.fresh, counted.already)
        : counted.already > 0
          ? suppressWords.allThere(counted.already)
          : suppressWords.nobody;
  return (
    <Stack component="form" onSubmit={(event) => void add(event)}>
      {(counted !== null || problem === null) && <Text role="status">{said}</Text>}
      {counted !== null && !nobody && counted.without > 0 && (
        <Text size="sm" c="dimmed">
          {suppressWords.without(counted.without)}
        </Text>
      )}
      {!nobody && (
        <>
          <Text size="sm">{suppressWords.effect}</Text>
          <TextInput
            data-autofocus
            label={suppressWords.name}
            value={name}
            maxLength={LONGEST_SUPPRESSION_NAME}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
      {problem && (
        <ProblemNote problem={problem}>
          <Button size="xs" onClick={reload}>
            {suppressWords.tryAgain}
          </Button>
        </ProblemNote>
      )}
      {failed && <ProblemNote problem={failed} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {nobody ? suppressWords.close : suppressWords.cancel}
        </Button>
        {!nobody && (
          <Button type="submit" loading={isAdding} disabled={counted === null || name.trim() === ""}>
            {suppressWords.act}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Puts the addresses of rows onto a suppression list of their own, once it was said how many they are. */
export function SuppressDialog(props: {
  cleaning: Cleaning;
  /** Null: nothing was asked for yet. */
  wish: SuppressWish | null;
  opened: boolean;
  onClose: () => void;
}) {
  const { cleaning, wish, opened, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={suppressWords.title}>
      {wish && <Body cleaning={cleaning} wish={wish} onClose={onClose} />}
    </Modal>
  );
}
