import { Button, Group, Modal, Stack, TagsInput, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { listsWords } from "../../words/lists.ts";
import { ProblemNote } from "../ProblemNote.tsx";

/** Gives a cleaning another name and its tags. */
export function RenameDialog(props: { cleaning: Cleaning; opened: boolean; onClose: () => void }) {
  const { cleaning, opened } = props;
  const update = useCleanings((state) => state.update);
  const [name, setName] = useState(cleaning.name);
  const [tags, setTags] = useState<string[]>(cleaning.tags);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!opened) return;
    setName(cleaning.name);
    setTags(cleaning.tags);
    setProblem(null);
  }, [opened, cleaning.name, cleaning.tags]);
  const save = async () => {
    const failed = await update(cleaning.id, { name: name.trim(), tags });
    setProblem(failed);
    if (!failed) props.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Modal opened={opened} onClose={props.onClose} title={listsWords.renameTitle}>
      <Stack component="form" onSubmit={submit}>
        <TextInput
          data-autofocus
          label={listsWords.name}
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TagsInput
          label={listsWords.tags}
          value={tags}
          onChange={(next) => setTags(next.map((tag) => tag.trim().slice(0, 40)).filter(Boolean))}
          maxTags={20}
        />
        {problem && <ProblemNote problem={problem} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {listsWords.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === ""}>
            {listsWords.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
