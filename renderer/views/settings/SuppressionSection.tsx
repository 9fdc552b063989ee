import { Button, CloseButton, FileButton, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ListSource } from "../../../shared/bridge/lists.ts";
import type { WhoToSuppress } from "../../../shared/bridge/suppression.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { LONGEST_SUPPRESSION_NAME } from "../../../shared/suppression-name.ts";
import { CopiesNote } from "../../components/CopiesNote.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useDraft } from "../../stores/draft.ts";
import { useCall } from "../../stores/reading.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { date } from "../../times.ts";
import { commonWords } from "../../words/common.ts";
import { settingsWords } from "../../words/settings.ts";
import css from "./Settings.module.css";

type Lists = CallOutput<"suppression.list">["lists"];
/** The way to what a list is made of; null: it is not there. */
type Source = () => Promise<ListSource | null>;

function PasteDialog(props: { onAdd: (name: string, text: string) => void; onClose: () => void }) {
  const [name, setName] = useDraft("suppression list name");
  const [text, setText] = useDraft("suppression list");
  return (
    <FormDialog
      title={settingsWords.sections.suppression}
      act={commonWords.save}
      isReady={name.trim() !== "" && text.trim() !== ""}
      onAct={async () => {
        props.onAdd(name.trim(), text);
        setName(null);
        setText(null);
        return null;
      }}
      onClose={props.onClose}
    >
      <TextInput
        data-autofocus
        label={settingsWords.suppressionName}
        value={name}
        maxLength={LONGEST_SUPPRESSION_NAME}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={settingsWords.suppressionText}
        rows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

export function SuppressionSection() {
  const { bridge } = useWinnow();
  const listed = useCall("suppression.list", {}, ["suppression"]);
  const lists = listed.value?.lists ?? [];
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pasting, setPasting] = useState(false);
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Lists[number] | null>(null);
  /** What was said of which list: it goes with that one. */
  const [said, setSaid] = useState<{ id: string; text: string } | null>(null);
  /** The export of which it is to be said who in it is meant. */
  const [mixed, setMixed] = useState<{ name: string; source: Source } | null>(null);

  const add = async (name: string, source: Source, who?: WhoToSuppress) => {
    setSaid(null);
    setMixed(null);
    const given = await source();
    if (given === null) return;
    setAdding(true);
    const added = await bridge.call("suppression.add", {
      name: name.slice(0, LONGEST_SUPPRESSION_NAME),
      source: given,
      who,
    });
    setAdding(false);
    setProblem(added.ok ? null : added.problem);
    if (!added.ok) {
      if (added.problem.code === "suppression_mixed") setMixed({ name, source });
      return;
    }
    const { id, addresses, domains, ignored, isNew } = added.value;
    setSaid({
      id,
      text: isNew
        ? settingsWords.suppressionAdded(added.value.name, addresses + domains, ignored)
        : settingsWords.suppressionSame(added.value.name),
    });
    listed.reload();
  };
  const addFile = async (file: File | null) => {
    if (!file) return;
    await add(file.name, async () => {
      const received = await bridge.receiveFiles([file]);
      if (!received.ok) setProblem(received.problem);
      return received.ok ? (received.value[0] ?? null) : null;
    });
  };
  const remove = async ({ id }: Lists[number]): Promise<Problem | null> => {
    const removed = await bridge.call("suppression.remove", { id });
    if (!removed.ok) return removed.problem;
    setSaid((before) => (before?.id === id ? null : before));
    listed.reload();
    return null;
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{settingsWords.suppressionHelp}</Text>
      {lists.length === 0 && <Text>{settingsWords.suppressionNone}</Text>}
      {lists.map((list) => (
        <Group key={list.id} data-item className={`card ${css.card}`} justify="space-between">
          <div>
            <Text fw={600}>{list.name}</Text>
            <Text size="sm" c="dimmed">
              {settingsWords.suppressionSize(list.addresses, list.domains)} · {date(list.createdAt)}
            </Text>
          </div>
          <CloseButton aria-label={settingsWords.remove(list.name)} onClick={() => setAsked(list)} />
        </Group>
      ))}
      {said && <Text role="status">{said.text}</Text>}
      {listed.problem && <ProblemNote problem={listed.problem} />}
      {problem && (
        <ProblemNote problem={problem}>
          {mixed && (
            <>
              <Button
                size="xs"
                loading={adding}
                onClick={() => void add(mixed.name, mixed.source, "unmailable")}
              >
                {settingsWords.suppressionUnmailable}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={adding}
                onClick={() => void add(mixed.name, mixed.source, "everyone")}
              >
                {settingsWords.suppressionEveryone}
              </Button>
            </>
          )}
        </ProblemNote>
      )}
      <Group gap="xs">
        <FileButton
          onChange={(file) => void addFile(file)}
          accept=".csv,.txt,.tsv,.xlsx,.ods,.gz,.zip,text/plain,text/csv"
        >
          {(button) => (
            <Button {...button} variant="default" loading={adding}>
              {settingsWords.suppressionAdd}
            </Button>
          )}
        </FileButton>
        <Button variant="default" disabled={adding} onClick={() => setPasting(true)}>
          {settingsWords.suppressionPaste}
        </Button>
      </Group>
      {asked && (
        <FormDialog
          title={settingsWords.suppressionRemoveTitle(asked.name)}
          act={settingsWords.suppressionRemoveDo}
          isFinal
          onAct={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <Text>
            {settingsWords.suppressionRemoveText(
              settingsWords.suppressionSize(asked.addresses, asked.domains),
            )}
          </Text>
          <CopiesNote onLeave={() => setAsked(null)} />
        </FormDialog>
      )}
      {pasting && (
        <PasteDialog
          onAdd={(name, text) => void add(name, async () => ({ kind: "text", name, text }))}
          onClose={() => setPasting(false)}
        />
      )}
    </Stack>
  );
}
