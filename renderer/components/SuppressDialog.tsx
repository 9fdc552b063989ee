import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Problem } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import { LONGEST_SUPPRESSION_NAME } from "../../shared/suppression-name.ts";
import { tellWithUndo } from "../frame/tell-with-undo.tsx";
import type { Changed } from "../stores/app.ts";
import { useDraft } from "../stores/draft.ts";
import { useReading } from "../stores/reading.ts";
import { useWinnow } from "../stores/winnow.tsx";
import { suppressWords } from "../words/suppress.ts";
import { ProblemNote } from "./ProblemNote.tsx";

/** Whom a wish comes to, as `suppression.countRows` counts them. */
export interface CountedPeople {
  readonly fresh: number;
  readonly already: number;
  readonly without: number;
}

/** Some people who are to go onto a suppression list of their own. */
export interface SuppressWish<C extends CountedPeople = CountedPeople> {
  /** What is typed as the list's name is kept under it. */
  readonly key: string;
  /** What the list is called until another name is typed. */
  readonly name: string;
  /** The same function for as long as the same people are meant. */
  readonly count: () => Promise<Result<C>>;
  /** What their number depends on. */
  readonly changes: readonly Changed[];
  /** Adds them, if they still are as many as were `shown`. */
  add(name: string, shown: number): Promise<Result<{ id: string; name: string; addresses: number }>>;
  /** What is said of them beside their number; null: nothing. */
  say?(counted: C): string;
}

interface Props<C extends CountedPeople> {
  wish: SuppressWish<C>;
  onAdded?: () => void;
  onClose: () => void;
}

/** What is told last of a list that was added takes the place of what was told before. */
const TOLD = "suppressed";

/** What is asked for, from the question until it is done. */
function Body<C extends CountedPeople>({ wish, onAdded, onClose }: Props<C>) {
  const { bridge, desk } = useWinnow();
  const [name, setName] = useDraft(`suppression name ${wish.key}`, wish.name);
  const [isAdding, setAdding] = useState(false);
  const [failed, setFailed] = useState<Problem | null>(null);
  // Nobody is counted as added while they still are being added.
  const ask = isAdding ? null : wish.count;
  const { value: counted, problem, reload } = useReading(wish.key, ask, wish.changes);

  const takeBack = async (id: string) => {
    const removed = await bridge.call("suppression.remove", { id });
    if (!removed.ok) desk.getState().tell({ kind: "problem", problem: removed.problem });
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (counted === null) return;
    setAdding(true);
    setFailed(null);
    const added = await wish.add(name.trim(), counted.fresh);
    if (!added.ok) {
      setAdding(false);
      return setFailed(added.problem);
    }
    const { id, addresses } = added.value;
    setName(null);
    tellWithUndo(TOLD, suppressWords.added(addresses, added.value.name), () => void takeBack(id));
    onClose();
    onAdded?.();
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
      {counted !== null && wish.say !== undefined && <Text>{wish.say(counted)}</Text>}
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

/** Puts people onto a suppression list of their own, once it was said how many they are. */
export function SuppressDialog<C extends CountedPeople>(props: {
  /** Null: nothing was asked for yet. */
  wish: SuppressWish<C> | null;
  opened: boolean;
  onAdded?: () => void;
  onClose: () => void;
}) {
  const { wish, opened, onAdded, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={suppressWords.title}>
      {wish && <Body wish={wish} onAdded={onAdded} onClose={onClose} />}
    </Modal>
  );
}
