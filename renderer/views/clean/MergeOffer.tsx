import { Alert, Group, List, Radio, Stack, Text } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { SmallButton } from "../../components/buttons.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { Note } from "../../components/notes.tsx";
import type { Intake } from "../../stores/intake.ts";
import { useCall } from "../../stores/query.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { mergeWords } from "../../words/clean.ts";

const PLACES = ["none", "first", "last"] as const;

/** Returns the lists of the newest drop of several, if all of them are ready. */
function mergeableOf(intakes: readonly Intake[]): readonly Intake[] {
  const drops = Map.groupBy(intakes, (intake) => intake.drop);
  const groups = [...drops.values()].filter((group) => group.length > 1);
  return groups.find((group) => group.every((one) => one.preflight !== null && one.reading === null)) ?? [];
}

function MergeDialog(props: { intakes: readonly Intake[]; onClose: () => void }) {
  const merge = useIntake((state) => state.merge);
  const [name, setName] = useState<string>(mergeWords.defaultName);
  const [place, setPlace] = useState<(typeof PLACES)[number]>("none");
  const keys = props.intakes.map((one) => one.key);
  return (
    <FormDialog
      title={mergeWords.title}
      act={mergeWords.merge}
      isReady={name.trim() !== ""}
      onAct={() => merge(keys, name.trim(), place === "none" ? null : place)}
      onClose={props.onClose}
    >
      <Note>{mergeWords.help}</Note>
      <List size="sm">
        {props.intakes.map((one) => (
          <List.Item key={one.key}>{one.name}</List.Item>
        ))}
      </List>
      <TextField data-autofocus label={mergeWords.name} value={name} maxLength={255} onText={setName} />
      <Radio.Group label={mergeWords.source} value={place} onChange={setPlace}>
        <Stack gap={6} mt={6}>
          {PLACES.map((one) => (
            <Radio key={one} value={one} label={mergeWords.places[one]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

function Offer(props: { intakes: readonly Intake[]; onLeave: () => void }) {
  const { intakes } = props;
  const [open, setOpen] = useState(false);
  const { value } = useCall("lists.mergeable", { listIds: intakes.flatMap((one) => one.listId ?? []) });
  if (value === null) return null;
  const { differences, leftBehind, typesLost } = value;
  const unclear = intakes.filter((one) => (one.preflight?.questions?.length ?? 0) > 0);
  return (
    <Alert
      icon={<IconStack2 size={20} aria-hidden="true" />}
      title={mergeWords.several(intakes.length)}
      withCloseButton
      closeButtonLabel={mergeWords.separate}
      onClose={props.onLeave}
    >
      {differences.length === 0 ? (
        <>
          {typesLost && <Text size="sm">{mergeWords.typesLost}</Text>}
          {leftBehind > 0 && <Text size="sm">{mergeWords.leftBehind(leftBehind)}</Text>}
          {unclear.length > 0 && (
            <Text size="sm">{mergeWords.unclear(unclear.map(({ name }) => name).join(", "))}</Text>
          )}
          <Group gap="xs" mt={4}>
            <SmallButton onClick={props.onLeave}>{mergeWords.separate}</SmallButton>
            {unclear.length === 0 && (
              <SmallButton onClick={() => setOpen(true)}>{mergeWords.offer}</SmallButton>
            )}
          </Group>
        </>
      ) : (
        <>
          <Text size="sm">{mergeWords.differ}</Text>
          <List size="sm" mt={4}>
            {differences.map((one) => (
              <List.Item key={one.name}>{mergeWords.difference(one)}</List.Item>
            ))}
          </List>
        </>
      )}
      {open && <MergeDialog intakes={intakes} onClose={() => setOpen(false)} />}
    </Alert>
  );
}

export default function MergeOffer() {
  const [left, setLeft] = useState<string | null>(null);
  const together = useIntake(useShallow((state) => mergeableOf(state.intakes)));
  const drop = together[0]?.drop;
  if (drop === undefined || drop === left) return null;
  return <Offer intakes={together} onLeave={() => setLeft(drop)} />;
}
