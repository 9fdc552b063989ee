import { Button, CloseButton, FileButton, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ListSource } from "../../../shared/bridge/lists.ts";
import type { Import } from "../../../shared/bridge/memory.ts";
import type { Problem } from "../../../shared/problems.ts";
import { MAX_SUPPRESSION_NAME_LENGTH } from "../../../shared/suppression-formats.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { CopiesNote, Note, ProblemNote } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { PasteArea } from "../../components/PasteArea.tsx";
import { go } from "../../navigation.ts";
import { useCall } from "../../stores/query.ts";
import { useDraft, useWinnow } from "../../stores/winnow.tsx";
import { date } from "../../times.ts";
import { commonWords } from "../../words/common.ts";
import { frameWords } from "../../words/frame.ts";
import { settingsWords } from "../../words/settings.ts";
import { teamWords } from "../../words/team.ts";
import { SuppressionExportDialog } from "./HandBackDialog.tsx";

/** Obtains the source of a list; `null` if it is unavailable. */
type Source = () => Promise<ListSource | null>;

const KINDS: readonly Import["kind"][] = ["suppression", "outcomes", "sent"];

/** Message id for exports, which belong to no single list. */
const HANDED_BACK = "handed back";

/** Returns whether the user let people back in, which is stored as an import without a source. */
function isAllowed({ kind, source }: Import): boolean {
  return kind === "outcomes" && source === null;
}

function sizeOf(one: Import): string {
  switch (one.kind) {
    case "suppression":
      return settingsWords.suppressionSize(one.addresses, one.domains);
    case "outcomes":
      return isAllowed(one) ? settingsWords.allowedSize(one.facts) : settingsWords.importSize(one);
    case "sent":
      return settingsWords.sentSize(one.sent);
  }
}

const REMOVING: Record<Import["kind"] | "allowed", { text: (one: Import) => string; act: string }> = {
  suppression: {
    text: (one) => settingsWords.suppressionRemoveText(sizeOf(one)),
    act: settingsWords.suppressionRemoveDo,
  },
  outcomes: { text: () => settingsWords.importRemoveText, act: settingsWords.importRemoveDo },
  sent: { text: () => settingsWords.sentRemoveText, act: settingsWords.sentRemoveDo },
  allowed: { text: () => settingsWords.allowedRemoveText, act: settingsWords.allowedRemoveDo },
};

function Sources(props: {
  kind: Import["kind"];
  imports: readonly Import[];
  onRemove: (one: Import) => void;
}) {
  if (props.imports.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} fz="sm">
        {settingsWords.sourceKinds[props.kind]}
      </Title>
      {props.imports.map((one) => (
        <Group key={one.id} data-item className="card" px="md" py="sm" justify="space-between">
          <div>
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {one.isShared ? teamWords.sharedBy(one.name) : one.name}
            </Text>
            <Note>
              {sizeOf(one)} · {date(one.createdAt)}
            </Note>
          </div>
          {!one.isShared && (
            <CloseButton aria-label={settingsWords.remove(one.name)} onClick={() => props.onRemove(one)} />
          )}
        </Group>
      ))}
    </Stack>
  );
}

function PasteDialog(props: { onAdd: (name: string, text: string) => void; onClose: () => void }) {
  const [name, setName] = useDraft("suppression list name");
  const [text, setText] = useDraft("suppression list");
  return (
    <FormDialog
      title={settingsWords.suppressionPasteTitle}
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
      <TextField
        data-autofocus
        label={settingsWords.suppressionName}
        value={name}
        maxLength={MAX_SUPPRESSION_NAME_LENGTH}
        onText={setName}
      />
      <PasteArea label={settingsWords.suppressionText} rows={8} value={text} onText={setText} />
    </FormDialog>
  );
}

/** Lists suppression lists, imported bounces and opt-outs, and recorded mailings. */
export default function BouncesView() {
  const { bridge, intake } = useWinnow();
  const listed = useCall("memory.imports", {}, ["suppression"]);
  const imports = listed.value?.imports ?? [];
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pasting, setPasting] = useState(false);
  const [adding, setAdding] = useState(false);
  const [handingBack, setHandingBack] = useState(false);
  const [asked, setAsked] = useState<Import | null>(null);
  /** The latest message and its list; it is removed together with the list. */
  const [said, setSaid] = useState<{ id: string; text: string } | null>(null);
  /** The file that can't be added before the displayed problem is resolved. */
  const [unclear, setUnclear] = useState<{ name: string; source: Source; everyone: boolean } | null>(null);

  const add = async (name: string, source: Source, how: { everyone?: boolean; column?: string } = {}) => {
    setSaid(null);
    setUnclear(null);
    const chosen = await source();
    if (chosen === null) return;
    setAdding(true);
    const added = await bridge.call("suppression.add", {
      name: name.slice(0, MAX_SUPPRESSION_NAME_LENGTH),
      source: chosen,
      ...how,
    });
    setAdding(false);
    setProblem(added.ok ? null : added.problem);
    if (!added.ok) {
      const isAnswerable = ["suppression_mixed", "suppression_column"].includes(added.problem.code);
      if (isAnswerable) setUnclear({ name, source, everyone: how.everyone ?? false });
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
  /** Opens the file on the Clean screen, where it can be imported. */
  const importFrom = async (source: Source) => {
    setProblem(null);
    const chosen = await source();
    if (chosen === null) return;
    go("/clean");
    await intake.getState().add([chosen]);
  };
  const addFile = async (file: File | null) => {
    if (!file) return;
    await add(file.name, async () => {
      const received = await bridge.receiveFiles([file]);
      if (!received.ok) setProblem(received.problem);
      return received.ok ? (received.value[0] ?? null) : null;
    });
  };
  const remove = async ({ id }: Import): Promise<Problem | null> => {
    const removed = await bridge.call("memory.remove", { id });
    if (!removed.ok) return removed.problem;
    setSaid((before) => (before?.id === id ? null : before));
    listed.reload();
    return null;
  };
  return (
    <Page title={frameWords.bouncesTitle}>
      <Stack gap="md">
        <Text c="dimmed">{settingsWords.suppressionHelp}</Text>
        {/* Above variable content, so that buttons don't move under the pointer. */}
        <Group gap="xs">
          <FileButton
            onChange={(file) => void addFile(file)}
            accept=".csv,.txt,.tsv,.xlsx,.ods,.json,.jsonl,.gz,.zip,text/plain,text/csv"
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
          {imports.some(({ kind }) => kind !== "sent") && (
            <Button variant="default" onClick={() => setHandingBack(true)}>
              {settingsWords.handBack}
            </Button>
          )}
        </Group>
        {listed.value?.imports.length === 0 && <Text>{settingsWords.suppressionNone}</Text>}
        {KINDS.map((kind) => (
          <Sources
            key={kind}
            kind={kind}
            imports={imports.filter((one) => one.kind === kind)}
            onRemove={setAsked}
          />
        ))}
        {said && <Text role="status">{said.text}</Text>}
        {listed.problem && <ProblemNote problem={listed.problem} />}
        {problem && (
          <ProblemNote problem={problem}>
            {unclear && problem.code === "suppression_mixed" && (
              <>
                <Button size="xs" loading={adding} onClick={() => void importFrom(unclear.source)}>
                  {settingsWords.suppressionImport}
                </Button>
                <SmallButton
                  disabled={adding}
                  onClick={() => void add(unclear.name, unclear.source, { everyone: true })}
                >
                  {settingsWords.suppressionEveryone}
                </SmallButton>
              </>
            )}
            {unclear &&
              problem.choices?.map((column) => (
                <SmallButton
                  key={column}
                  disabled={adding}
                  onClick={() =>
                    void add(unclear.name, unclear.source, { everyone: unclear.everyone, column })
                  }
                >
                  {column}
                </SmallButton>
              ))}
          </ProblemNote>
        )}
        {handingBack && (
          <SuppressionExportDialog
            onDone={(text) => setSaid({ id: HANDED_BACK, text })}
            onClose={() => setHandingBack(false)}
          />
        )}
        {asked && (
          <FormDialog
            title={settingsWords.suppressionRemoveTitle(asked.name)}
            act={REMOVING[isAllowed(asked) ? "allowed" : asked.kind].act}
            isFinal
            onAct={() => remove(asked)}
            onClose={() => setAsked(null)}
          >
            <Text>{REMOVING[isAllowed(asked) ? "allowed" : asked.kind].text(asked)}</Text>
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
    </Page>
  );
}
