import { Button, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { BackupSource } from "../../../shared/bridge/app.ts";
import { size } from "../../../shared/numbers.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useCall } from "../../stores/query.ts";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { moment } from "../../times.ts";
import { copyWords, settingsWords } from "../../words/settings.ts";

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
