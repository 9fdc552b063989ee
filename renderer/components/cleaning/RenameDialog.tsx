import { TagsInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { commonWords } from "../../words/common.ts";
import { listsWords } from "../../words/lists.ts";
import { FormDialog } from "../FormDialog.tsx";

export function RenameDialog(props: { cleaning: Cleaning; onClose: () => void }) {
  const { cleaning } = props;
  const update = useCleanings((state) => state.update);
  const [name, setName] = useState(cleaning.name);
  const [tags, setTags] = useState(cleaning.tags);
  return (
    <FormDialog
      title={listsWords.renameTitle}
      act={commonWords.save}
      isReady={name.trim() !== ""}
      onAct={() => update(cleaning.id, { name: name.trim(), tags })}
      onClose={props.onClose}
    >
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
    </FormDialog>
  );
}
