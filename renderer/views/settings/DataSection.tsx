import { Alert, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { size } from "../../format/numbers.ts";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { settingsWords } from "../../words/settings.ts";
import css from "./Settings.module.css";

function RestoreDialog(props: { opened: boolean; onClose: () => void; onRestore: (path: string) => void }) {
  const { bridge } = useWinnow();
  const last = useApp((state) => state.info?.lastBackup ?? "");
  const onDesktop = useApp((state) => state.info?.host === "desktop");
  const [path, setPath] = useState(last);
  const choose = async () => {
    const picked = await bridge.call("host.pickFiles", { what: "backup" });
    const [source] = picked.ok ? picked.value.sources : [];
    if (source?.kind === "path") setPath(source.path);
  };
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={settingsWords.restore}>
      <Stack>
        <Text>{settingsWords.restoreText}</Text>
        <TextInput
          data-autofocus
          label={settingsWords.restorePath}
          value={path}
          maxLength={4096}
          readOnly={onDesktop}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          {onDesktop && (
            <Button variant="default" mr="auto" onClick={() => void choose()}>
              {settingsWords.restoreChoose}
            </Button>
          )}
          <Button variant="default" onClick={props.onClose}>
            {settingsWords.cancel}
          </Button>
          <Button disabled={path.trim() === ""} onClick={() => props.onRestore(path.trim())}>
            {settingsWords.restoreDo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Where everything is kept; backing it up, bringing it back, and a bundle to send with a question. */
export function DataSection() {
  const { bridge } = useWinnow();
  const info = useApp((state) => state.info);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [restoring, setRestoring] = useState(false);

  const run = async <T,>(ask: () => Promise<Result<T>>, say: (value: T) => string) => {
    setBusy(true);
    const answer = await ask();
    setBusy(false);
    setSaid(answer.ok ? say(answer.value) : null);
    setProblem(answer.ok ? null : answer.problem);
  };
  return (
    <Stack gap="lg">
      {info?.storeProblem && <ProblemNote problem={info.storeProblem} />}
      {info && (
        <dl className={css.facts}>
          <dt>{settingsWords.dataFolder}</dt>
          <dd>{info.dataDir}</dd>
          <dt>{settingsWords.dataSize}</dt>
          <dd>{size(info.dataBytes)}</dd>
          <dt>{settingsWords.lastBackup}</dt>
          <dd>{info.lastBackup ?? settingsWords.noBackup}</dd>
        </dl>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          disabled={busy}
          onClick={() =>
            void run(
              () => bridge.call("app.backup", {}),
              (done) => settingsWords.backupDone(done.path, size(done.bytes)),
            )
          }
        >
          {settingsWords.backup}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => setRestoring(true)}>
          {settingsWords.restore}
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() =>
            void run(
              () => bridge.call("app.diagnostics", {}),
              (done) => settingsWords.diagnosticsDone(done.path),
            )
          }
        >
          {settingsWords.diagnostics}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {settingsWords.diagnosticsHelp}
      </Text>
      {said && (
        <Alert variant="light" role="status">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {said}
          </Text>
        </Alert>
      )}
      {problem && <ProblemNote problem={problem} />}
      <RestoreDialog
        opened={restoring}
        onClose={() => setRestoring(false)}
        onRestore={(path) => {
          setRestoring(false);
          void run(
            () => bridge.call("app.restore", { path }),
            () => settingsWords.restoreDone,
          );
        }}
      />
    </Stack>
  );
}
