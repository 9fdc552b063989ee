import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { BackupSource } from "../../../shared/bridge/app.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { size } from "../../format/numbers.ts";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { settingsWords } from "../../words/settings.ts";
import { CopiesSection } from "./CopiesSection.tsx";
import { RestoreDialog } from "./RestoreDialog.tsx";
import css from "./Settings.module.css";

/** Where everything is kept; backing it up, bringing it back, deleting copies of it, and a bundle to send with a question. */
export function DataSection() {
  const { bridge, app } = useWinnow();
  const info = useApp((state) => state.info);
  const [busy, setBusy] = useState(false);
  /** What was done last; of a copy it goes with the copies. */
  const [said, setSaid] = useState<{ text: string; isCopy: boolean } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState(0);
  const [choosing, setChoosing] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);

  const run = async <T,>(ask: () => Promise<Result<T>>, say: (value: T) => string, isCopy = false) => {
    setBusy(true);
    const answer = await ask();
    setBusy(false);
    setSaid(answer.ok ? { text: say(answer.value), isCopy } : null);
    setProblem(answer.ok ? null : answer.problem);
  };
  const backUp = async (target?: { path: string }) => {
    await run(
      () => bridge.call("app.backup", { target }),
      (done) => settingsWords.backupDone(done.path, size(done.bytes)),
      true,
    );
    setMade((n) => n + 1);
    await app.getState().load();
  };
  const backUpElsewhere = async () => {
    const picked = await bridge.call("host.pickFiles", { what: "backup_target" });
    const [folder] = picked.ok ? picked.value.sources : [];
    if (folder?.kind === "path") await backUp({ path: folder.path });
  };
  // That it is done is told by the event that goes to every page; this one is made anew with all others.
  const restore = async (source: BackupSource) => {
    setBusy(true);
    const answer = await bridge.call("app.restore", source);
    setBusy(false);
    setRefused(answer.ok ? null : answer.problem);
    if (answer.ok) setChoosing(false);
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
        <Button variant="default" disabled={busy} onClick={() => void backUp()}>
          {settingsWords.backup}
        </Button>
        {info?.host === "desktop" && (
          <Button variant="default" disabled={busy} onClick={() => void backUpElsewhere()}>
            {settingsWords.backupElsewhere}
          </Button>
        )}
        <Button variant="default" disabled={busy} onClick={() => setChoosing(true)}>
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
            {said.text}
          </Text>
        </Alert>
      )}
      {problem && <ProblemNote problem={problem} />}
      <CopiesSection
        turn={made}
        onDeleted={() => {
          setSaid((before) => (before?.isCopy ? null : before));
          void app.getState().load();
        }}
      />
      <RestoreDialog
        opened={choosing}
        restoring={busy}
        problem={refused}
        onClose={() => {
          setChoosing(false);
          setRefused(null);
        }}
        onRestore={(source) => void restore(source)}
      />
    </Stack>
  );
}
