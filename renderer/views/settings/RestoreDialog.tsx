import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { BackupSource, KnownBackup } from "../../../shared/bridge/app.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { size } from "../../format/numbers.ts";
import { moment } from "../../format/times.ts";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { copyWords } from "../../words/copies.ts";
import { settingsWords } from "../../words/settings.ts";

interface RestoreDialogProps {
  readonly opened: boolean;
  readonly restoring: boolean;
  readonly problem: Problem | null;
  onClose(): void;
  onRestore(source: BackupSource): void;
}

/** Which backup to bring back: one of those in Winnow's own folder, or, on the desktop, any folder. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { bridge } = useWinnow();
  const onDesktop = useApp((state) => state.info?.host === "desktop");
  const [known, setKnown] = useState<KnownBackup[]>([]);
  const [chosen, setChosen] = useState<BackupSource | null>(null);
  const [unlisted, setUnlisted] = useState<Problem | null>(null);

  const { opened } = props;
  useEffect(() => {
    if (!opened) return;
    setChosen(null);
    void bridge.call("app.backups", {}).then((listed) => {
      setKnown(listed.ok ? listed.value.backups.filter(({ kind }) => kind !== "before_update") : []);
      setUnlisted(listed.ok ? null : listed.problem);
    });
  }, [bridge, opened]);

  const choose = async () => {
    const picked = await bridge.call("host.pickFiles", { what: "backup" });
    const [source] = picked.ok ? picked.value.sources : [];
    if (source?.kind === "path") setChosen(source);
  };
  const problem = props.problem ?? unlisted;
  return (
    <Modal opened={opened} onClose={props.onClose} title={settingsWords.restoreTitle} size="lg">
      <Stack>
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
        <Group justify="flex-end">
          {onDesktop && (
            <Button variant="default" mr="auto" onClick={() => void choose()}>
              {settingsWords.restoreChoose}
            </Button>
          )}
          <Button variant="default" onClick={props.onClose}>
            {settingsWords.cancel}
          </Button>
          <Button
            disabled={chosen === null}
            loading={props.restoring}
            onClick={() => chosen && props.onRestore(chosen)}
          >
            {settingsWords.restoreDo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
