import { Button, CloseButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ExportPreset } from "../../../shared/bridge/app.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { TakenAway } from "../../components/TakenAway.tsx";
import { useApp } from "../../stores/winnow.tsx";
import { presetWords } from "../../words/results.ts";
import { withPreset } from "./saved-presets.ts";

/** Saves what is chosen under a name, and takes saved ones away. */
export function SavedPresets(props: {
  /** What is chosen now. */
  current: Omit<ExportPreset, "name">;
  onSaved: (name: string) => void;
}) {
  const saved = useApp((state) => state.settings.exportPresets);
  const save = useApp((state) => state.save);
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [removed, setRemoved] = useState<ExportPreset | null>(null);
  const keep = async () => {
    const preset = { ...props.current, name: (name ?? "").trim() };
    const failed = await save({ exportPresets: withPreset(saved, preset) });
    setProblem(failed);
    if (failed) return;
    setName(null);
    props.onSaved(preset.name);
  };
  return (
    <Stack gap="xs">
      {saved.length > 0 && (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {presetWords.saved}
          </Text>
          {saved.map((one) => (
            <Group key={one.name} gap={2}>
              <Text size="sm">{one.name}</Text>
              <CloseButton
                size="sm"
                aria-label={presetWords.remove(one.name)}
                onClick={() => {
                  setRemoved(one);
                  void save({ exportPresets: saved.filter((other) => other !== one) }).then(setProblem);
                }}
              />
            </Group>
          ))}
        </Group>
      )}
      {removed && saved.every((one) => one.name !== removed.name) && (
        <TakenAway
          text={presetWords.removed(removed.name)}
          undo={presetWords.undo}
          onUndo={() => {
            setRemoved(null);
            void save({ exportPresets: withPreset(saved, removed) }).then(setProblem);
          }}
        />
      )}
      {name === null ? (
        <Group>
          <Button size="compact-sm" variant="subtle" onClick={() => setName("")}>
            {presetWords.save}
          </Button>
        </Group>
      ) : (
        <Group gap="xs" align="end">
          <TextInput
            size="xs"
            data-autofocus
            label={presetWords.name}
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button size="xs" disabled={name.trim() === ""} onClick={() => void keep()}>
            {presetWords.keep}
          </Button>
          <Button size="xs" variant="default" onClick={() => setName(null)}>
            {presetWords.cancel}
          </Button>
        </Group>
      )}
      {problem && <ProblemNote problem={problem} />}
    </Stack>
  );
}
