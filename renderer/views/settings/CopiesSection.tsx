import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { KnownBackup } from "../../../shared/bridge/app.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { size } from "../../../shared/numbers.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import type { Query } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { date, moment } from "../../times.ts";
import { copyWords } from "../../words/settings.ts";
import css from "./Settings.module.css";

function questionOf(copies: readonly KnownBackup[]): { title: string; text: string; act: string } {
  const { deleteOne, deleteMany } = copyWords;
  const [copy, ...others] = copies;
  if (copy !== undefined && others.length === 0) {
    const text = deleteOne.text(copyWords.kinds[copy.kind], moment(copy.madeAt), size(copy.bytes));
    return { ...deleteOne, text };
  }
  const times = copies.map(({ madeAt }) => madeAt);
  const bytes = copies.reduce((sum, one) => sum + one.bytes, 0);
  const [from, to] = [date(Math.min(...times)), date(Math.max(...times))];
  const text = deleteMany.text(copies.length, from, to, size(bytes));
  return { title: deleteMany.title(copies.length), text, act: deleteMany.act };
}

function DeleteCopies(props: { copies: readonly KnownBackup[]; onDeleted: () => void; onClose: () => void }) {
  const { bridge } = useWinnow();
  const { title, text, act } = questionOf(props.copies);
  return (
    <FormDialog
      title={title}
      act={act}
      isFinal
      onAct={async () => {
        const deleted = await bridge.call("app.deleteBackups", { ids: props.copies.map(({ id }) => id) });
        // Reload even after a failure, since some copies may have been deleted.
        props.onDeleted();
        return deleted.ok ? null : deleted.problem;
      }}
      onClose={props.onClose}
    >
      <Text>{text}</Text>
    </FormDialog>
  );
}

export function CopiesSection(props: { reading: Query<CallOutput<"app.backups">>; onDeleted: () => void }) {
  const { value, problem, reload } = props.reading;
  const copies = value?.backups ?? [];
  const [asked, setAsked] = useState<readonly KnownBackup[] | null>(null);
  return (
    <section aria-label={copyWords.title}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {copyWords.title}
          </Title>
          {copies.length > 1 && (
            <Button size="compact-sm" variant="default" onClick={() => setAsked(copies)}>
              {copyWords.deleteAll}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {copyWords.help}
        </Text>
        {problem && <ProblemNote problem={problem} />}
        {copies.length === 0 && <Text size="sm">{copyWords.none}</Text>}
        <Stack gap="xs" component="ul" className="plain-list">
          {copies.map((copy) => {
            const [kind, time] = [copyWords.kinds[copy.kind], moment(copy.madeAt)];
            return (
              <li key={copy.id} className={`card ${css.card} ${css.copy}`} aria-label={`${kind}, ${time}`}>
                <div>
                  <Text fw={600}>{kind}</Text>
                  <Text size="sm" c="dimmed" className="num">
                    {time} · {copyWords.facts(size(copy.bytes), copy.whole)}
                  </Text>
                </div>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={copyWords.deleteOf(kind, time)}
                  onClick={() => setAsked([copy])}
                >
                  {copyWords.delete}
                </Button>
              </li>
            );
          })}
        </Stack>
      </Stack>
      {asked && (
        <DeleteCopies
          copies={asked}
          onDeleted={() => {
            reload();
            props.onDeleted();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
