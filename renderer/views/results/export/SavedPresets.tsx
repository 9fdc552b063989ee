import { Button, CloseButton, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import { LinkButton } from "../../../components/buttons.tsx";
import { Note } from "../../../components/notes.tsx";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import { commonWords } from "../../../words/common.ts";
import { presetWords } from "../../../words/results.ts";
import { NamePopover, useSaveSettings, withNamed, withoutNamed } from "../saved-by-name.tsx";

export function SavedPresets(props: {
  /** The current choices; `null` if they can't be saved, because they refer to something specific to this list. */
  current: Omit<ExportPreset, "name"> | null;
  onSaved: (name: string) => void;
  onRemoved: (name: string) => void;
}) {
  const { current, onSaved, onRemoved } = props;
  const { app } = useWinnow();
  const saved = useApp((state) => state.settings.exportPresets);
  const save = useSaveSettings();
  const [isNaming, setNaming] = useState(false);
  // Undone here, because a notification can't be reached by keyboard while the dialog is open.
  const [removed, setRemoved] = useState<ExportPreset | null>(null);
  const keep = async (preset: ExportPreset) => {
    if (await save({ exportPresets: withNamed(saved, preset) })) onSaved(preset.name);
  };
  const remove = async (preset: ExportPreset) => {
    if (!(await save({ exportPresets: withoutNamed(saved, preset) }))) return;
    setRemoved(preset);
    onRemoved(preset.name);
  };
  const restore = async (preset: ExportPreset) => {
    const now = app.getState().settings.exportPresets;
    if (await save({ exportPresets: withNamed(now, preset) })) setRemoved(null);
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
      {removed !== null && (
        <Group gap="sm" role="status">
          <Note>{presetWords.removed(removed.name)}</Note>
          <LinkButton onClick={() => void restore(removed)}>{commonWords.undo}</LinkButton>
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
