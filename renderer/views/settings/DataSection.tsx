import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { size } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { useCall } from "../../stores/query.ts";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { settingsWords } from "../../words/settings.ts";
import { Facts } from "./AboutSection.tsx";
import { CopiesSection, RestoreDialog } from "./CopiesSection.tsx";

export function DataSection() {
  const { bridge } = useWinnow();
  const known = useApp((state) => state.info);
  // Read again, because every list changes the size.
  const read = useCall("app.info", {});
  const info = read.value ?? known;
  const [busy, setBusy] = useState(false);
  /** The latest result. One about a copy is cleared when copies are deleted. */
  const [said, setSaid] = useState<{ text: string; isCopy: boolean } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [choosing, setChoosing] = useState(false);
  const copies = useCall("app.backups", {});

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
    copies.reload();
    read.reload();
  };
  const backUpElsewhere = async () => {
    const picked = await bridge.call("host.pickFiles", { what: "backup_target" });
    const [folder] = picked.ok ? picked.value.sources : [];
    if (folder?.kind === "path") await backUp({ path: folder.path });
  };
  return (
    <Stack gap="lg">
      {info?.storeProblem && <ProblemNote problem={info.storeProblem} />}
      {info && (
        <Facts
          of={[
            [settingsWords.dataFolder, info.dataDir],
            [settingsWords.dataSize, size(info.dataBytes)],
            [settingsWords.lastBackup, info.lastBackup ?? settingsWords.noBackup],
          ]}
        />
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
      <Note>{settingsWords.diagnosticsHelp}</Note>
      {said && (
        <Alert variant="light" role="status">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {said.text}
          </Text>
        </Alert>
      )}
      {problem && <ProblemNote problem={problem} />}
      <CopiesSection
        reading={copies}
        onDeleted={() => {
          setSaid((before) => (before?.isCopy ? null : before));
          read.reload();
        }}
      />
      {choosing && <RestoreDialog onClose={() => setChoosing(false)} />}
    </Stack>
  );
}
