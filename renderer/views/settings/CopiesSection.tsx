import { Button, Group, Radio, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { BackupSource, KnownBackup } from "../../../shared/bridge/app.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { size } from "../../../shared/numbers.ts";
import { CompactButton } from "../../components/buttons.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { type Query, useCall } from "../../stores/query.ts";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { date, moment } from "../../times.ts";
import { copyWords, settingsWords } from "../../words/settings.ts";
import css from "./Settings.module.css";

export function RestoreDialog(props: { onClose: () => void }) {
  const { bridge } = useWinnow();
  const onDesktop = useApp((state) => state.info?.host === "desktop");
  const { value, problem } = useCall("app.backups", {});
  const known = value?.backups.filter(({ kind }) => kind !== "before_update") ?? [];
  const [chosen, setChosen] = useState<BackupSource | null>(null);
  const choose = async () => {
    const picked = await bridge.call("host.pickFiles", { what: "backup" });
    const [source] = picked.ok ? picked.value.sources : [];
    if (source?.kind === "path") setChosen(source);
  };
  return (
    <FormDialog
      title={settingsWords.restoreTitle}
      size="lg"
      act={settingsWords.restoreDo}
      isReady={chosen !== null}
      aside={
        onDesktop && (
          <Button variant="default" mr="auto" onClick={() => void choose()}>
            {settingsWords.restoreChoose}
          </Button>
        )
      }
      // No success message: the event `data.replaced` remounts all pages and notifies them.
      onAct={async () => {
        const restored = chosen && (await bridge.call("app.restore", chosen));
        return restored?.ok === false ? restored.problem : null;
      }}
      onClose={props.onClose}
    >
      <Text>{settingsWords.restoreText}</Text>
      <Radio.Group
        label={settingsWords.restoreWhich}
        value={chosen?.kind === "backup" ? chosen.id : null}
        onChange={(id) => setChosen({ kind: "backup", id })}
      >
        <Stack gap="xs" mt="xs">
          {known.length === 0 && <Text c="dimmed">{settingsWords.restoreNone}</Text>}
          {known.map((backup) => (
            <Radio
              key={backup.id}
              value={backup.id}
              disabled={!backup.whole}
              label={`${copyWords.kinds[backup.kind]}, ${moment(backup.madeAt)}`}
              description={copyWords.facts(size(backup.bytes), backup.whole)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen?.kind === "path" && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {settingsWords.restoreFrom(chosen.path)}
        </Text>
      )}
      {problem && <ProblemNote problem={problem} />}
    </FormDialog>
  );
}

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
            <CompactButton onClick={() => setAsked(copies)}>{copyWords.deleteAll}</CompactButton>
          )}
        </Group>
        <Note>{copyWords.help}</Note>
        {problem && <ProblemNote problem={problem} />}
        {copies.length === 0 && <Text size="sm">{copyWords.none}</Text>}
        <Stack gap="xs" component="ul" className="plain-list">
          {copies.map((copy) => {
            const [kind, time] = [copyWords.kinds[copy.kind], moment(copy.madeAt)];
            return (
              <li key={copy.id} className={`card ${css.card} ${css.copy}`} aria-label={`${kind}, ${time}`}>
                <div>
                  <Text fw={600}>{kind}</Text>
                  <Note className="num">
                    {time} · {copyWords.facts(size(copy.bytes), copy.whole)}
                  </Note>
                </div>
                <CompactButton aria-label={copyWords.deleteOf(kind, time)} onClick={() => setAsked([copy])}>
                  {copyWords.delete}
                </CompactButton>
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
