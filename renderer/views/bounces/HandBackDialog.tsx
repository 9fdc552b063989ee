import { Radio, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ExportTarget } from "../../../shared/bridge/exports.ts";
import type { Problem } from "../../../shared/problems.ts";
import { formatOf, SUPPRESSION_SHAPES } from "../../../shared/suppression-formats.ts";
import { download } from "../../bridge/http.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { date } from "../../times.ts";
import { settingsWords } from "../../words/settings.ts";

export function SuppressionExportDialog(props: { onDone: (said: string) => void; onClose: () => void }) {
  const { bridge, app } = useWinnow();
  const exported = useApp((state) => state.settings.suppressionExports);
  const isDesktop = useApp((state) => state.info?.host === "desktop");
  const [as, setAs] = useState<(typeof SUPPRESSION_SHAPES)[number]>("list");
  const [which, setWhich] = useState("all");
  const last = exported[as];

  async function pick(): Promise<ExportTarget | Problem | null> {
    if (!isDesktop) return { kind: "download" };
    const picked = await bridge.call("host.pickTarget", { name: `suppression-${as}.csv` });
    if (!picked.ok) return picked.problem;
    return picked.value.target ? { kind: "path", ...picked.value.target } : null;
  }
  async function run(): Promise<Problem | null> {
    const target = await pick();
    if (target === null) return null;
    if ("code" in target) return target;
    const since = which === "new" ? (last ?? null) : null;
    const at = Date.now();
    const written = await bridge.call("exports.suppression", { as, since, target });
    if (!written.ok) return written.problem;
    for (const { downloadId, name } of written.value.files) {
      const refused = await download(bridge, downloadId, name);
      if (refused !== null) return refused;
    }
    const { suppressionExports } = app.getState().settings;
    const saved = await app.getState().save({ suppressionExports: { ...suppressionExports, [as]: at } });
    if (saved !== null) return saved;
    props.onDone(settingsWords.handedBack(written.value));
    return null;
  }
  return (
    <FormDialog
      title={settingsWords.handBackTitle}
      act={settingsWords.handBackDo}
      isReady
      onAct={run}
      onClose={props.onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{settingsWords.handBackHelp}</Text>
        <Select
          data-autofocus
          label={settingsWords.handBackAs}
          value={as}
          data={SUPPRESSION_SHAPES.map((id) => ({ value: id, label: formatOf(id).name }))}
          onChange={(chosen) => {
            setAs(chosen ?? "list");
            setWhich("all");
          }}
        />
        {last !== undefined && (
          <Radio.Group label={settingsWords.handBackWhich} value={which} onChange={setWhich}>
            <Stack gap="xs" mt={4}>
              <Radio value="all" label={settingsWords.handBackAll} />
              <Radio value="new" label={settingsWords.handBackSince(date(last))} />
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    </FormDialog>
  );
}
