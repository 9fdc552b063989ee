import { TagsInput, Text } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { useCleanings } from "../stores/winnow.tsx";
import { ACTION_WORDS } from "../words/clean.ts";
import { commonWords } from "../words/common.ts";
import { listsWords } from "../words/lists.ts";
import { resultsWords } from "../words/results.ts";
import { useBin } from "./cleaning-actions.ts";
import { FormDialog } from "./FormDialog.tsx";
import { TextField } from "./fields.tsx";
import { CopiesNote } from "./notes.tsx";

export function DeleteDialog(props: {
  cleaning: Cleaning;
  what: "delete_at_service" | "delete_here";
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const { cleaning, what, onClose } = props;
  const act = useCleanings((state) => state.act);
  const { tellBinned } = useBin(cleaning);
  return (
    <FormDialog
      title={`${ACTION_WORDS[what]}: ${cleaning.name}`}
      act={ACTION_WORDS[what]}
      isFinal
      onAct={async () => {
        const failed = await act(cleaning.id, what);
        if (failed) return failed;
        if (what === "delete_here") tellBinned();
        props.onDeleted?.();
        return null;
      }}
      onClose={onClose}
    >
      <Text>{what === "delete_here" ? resultsWords.deleteHereText : resultsWords.deleteAtServiceText}</Text>
      {what === "delete_here" && <CopiesNote onLeave={onClose} />}
    </FormDialog>
  );
}

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
      <TextField data-autofocus label={listsWords.name} value={name} maxLength={255} onText={setName} />
      <TagsInput
        label={listsWords.tags}
        value={tags}
        onChange={(next) => setTags(next.map((tag) => tag.trim().slice(0, 40)).filter(Boolean))}
        maxTags={20}
      />
    </FormDialog>
  );
}

export function EraseDialog({ cleaning, onClose }: { cleaning: Cleaning; onClose: () => void }) {
  const erase = useCleanings((state) => state.erase);
  const { tellGone } = useBin(cleaning);
  return (
    <FormDialog
      title={listsWords.eraseTitle(cleaning.name)}
      act={listsWords.eraseDo}
      isFinal
      onAct={async () => {
        const failed = await erase(cleaning.id);
        if (failed === null) tellGone();
        return failed;
      }}
      onClose={onClose}
    >
      <Text>{listsWords.eraseText}</Text>
      {cleaning.sandbox && <Text>{listsWords.eraseSandboxText}</Text>}
      <CopiesNote onLeave={onClose} />
    </FormDialog>
  );
}
