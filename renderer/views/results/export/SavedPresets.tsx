import { Button, CloseButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ExportPreset } from "../../../../shared/bridge/app.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { SmallButton } from "../../../components/buttons.tsx";
import { Note, ProblemNote } from "../../../components/notes.tsx";
import { notifyWithUndo } from "../../../frame/notify.tsx";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import { commonWords } from "../../../words/common.ts";
import { presetWords } from "../../../words/results.ts";
import { withPreset } from "./saved-presets.ts";

function NameForm(props: { onKeep: (name: string) => void; onLeave: () => void }) {
  const [name, setName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") props.onKeep(name.trim());
  };
  return (
    <Group gap="xs" align="end" component="form" onSubmit={keep}>
      <TextInput
        ref={field}
        size="xs"
        label={presetWords.name}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={name.trim() === ""}>
        {commonWords.save}
      </Button>
      <SmallButton onClick={props.onLeave}>{commonWords.cancel}</SmallButton>
    </Group>
  );
}

export function SavedPresets(props: {
  /** The current choices; `null` if they can't be saved, because they refer to something specific to this list. */
  current: Omit<ExportPreset, "name"> | null;
  onSaved: (name: string) => void;
}) {
  const { app } = useWinnow();
  const saved = useApp((state) => state.settings.exportPresets);
  const save = useApp((state) => state.save);
  const [naming, setNaming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const hasNamed = useRef(false);
  // Return the focus to the button that opened the form.
  useEffect(() => {
    if (!naming && hasNamed.current) opener.current?.focus();
    hasNamed.current = naming;
  }, [naming]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { current } = props;
  const keep = async (name: string) => {
    if (current === null) return;
    const preset = { ...current, name };
    const failed = await save({ exportPresets: withPreset(saved, preset) });
    setProblem(failed);
    if (failed) return;
    setNaming(false);
    props.onSaved(preset.name);
  };
  const remove = async (preset: ExportPreset) => {
    const failed = await save({ exportPresets: saved.filter((other) => other !== preset) });
    setProblem(failed);
    if (failed) return;
    notifyWithUndo("preset", presetWords.removed(preset.name), () => {
      void save({ exportPresets: withPreset(app.getState().settings.exportPresets, preset) });
    });
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
      {naming && current !== null ? (
        <NameForm onKeep={(name) => void keep(name)} onLeave={() => setNaming(false)} />
      ) : current === null ? (
        <Note>{presetWords.nameless}</Note>
      ) : (
        <Group>
          <Button ref={opener} size="compact-sm" variant="subtle" onClick={() => setNaming(true)}>
            {presetWords.save}
          </Button>
        </Group>
      )}
      {problem && <ProblemNote problem={problem} />}
    </Stack>
  );
}
