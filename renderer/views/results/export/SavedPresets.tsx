import { Button, CloseButton, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import { Note } from "../../../components/notes.tsx";
import { notifyWithUndo } from "../../../frame/notify.tsx";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import { presetWords } from "../../../words/results.ts";
import { NamePopover, useSaveSettings, withNamed, withoutNamed } from "../saved-by-name.tsx";

export function SavedPresets(props: {
  /** The current choices; `null` if they can't be saved, because they refer to something specific to this list. */
  current: Omit<ExportPreset, "name"> | null;
  onSaved: (name: string) => void;
}) {
  const { current, onSaved } = props;
  const { app } = useWinnow();
  const saved = useApp((state) => state.settings.exportPresets);
  const save = useSaveSettings();
  const [isNaming, setNaming] = useState(false);
  const keep = async (preset: ExportPreset) => {
    if (await save({ exportPresets: withNamed(saved, preset) })) onSaved(preset.name);
  };
  const remove = async (preset: ExportPreset) => {
    const isGone = await save({ exportPresets: withoutNamed(saved, preset) });
    const back = () => void save({ exportPresets: withNamed(app.getState().settings.exportPresets, preset) });
    if (isGone) notifyWithUndo("preset", presetWords.removed(preset.name), back);
  };
  return (
    <Stack gap="xs">
      {saved.length > 0 && (
        <Group gap="sm">
          <Note>{presetWords.saved}</Note>
          {saved.map((one) => (
            <Group key={one.name} gap={2} data-item>
              <Text size="sm">{one.name}</Text>
              <CloseButton
                size="sm"
                aria-label={presetWords.remove(one.name)}
                onClick={() => void remove(one)}
              />
            </Group>
          ))}
        </Group>
      )}
      {current === null ? (
        <Note>{presetWords.nameless}</Note>
      ) : (
        <Group>
          <NamePopover
            label={presetWords.name}
            isOpen={isNaming}
            name=""
            onClose={() => setNaming(false)}
            onKeep={(name) => void keep({ ...current, name })}
          >
            <Button size="compact-sm" variant="subtle" onClick={() => setNaming(true)}>
              {presetWords.save}
            </Button>
          </NamePopover>
        </Group>
      )}
    </Stack>
  );
}
