import { Text } from "@mantine/core";
import { useState } from "react";
import { useWinnow } from "../stores/winnow.tsx";
import { erasedWords, suppressedWords } from "../words/lists.ts";
import { SmallButton } from "./buttons.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { TextField } from "./fields.tsx";

interface LeftOutNoteProps {
  readonly address: string;
  readonly why: "suppressed" | "erased";
}

/** Says why an address is left out, and offers to let it back in. */
export function LeftOutNote({ address, why }: LeftOutNoteProps) {
  const { bridge } = useWinnow();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const words = why === "erased" ? erasedWords : suppressedWords;
  const allow = () =>
    why === "erased"
      ? bridge.call("memory.allowErased", { entries: [address] })
      : bridge.call("suppression.allow", { entries: [address], reason });
  return (
    <section aria-label={words.title}>
      <Text size="sm" mb="xs">
        {words.help}
      </Text>
      <SmallButton onClick={() => setAsking(true)}>{words.offer}</SmallButton>
      {isAsking && (
        <FormDialog
          title={words.ask(address)}
          act={words.act}
          isFinal
          onAct={async () => {
            const allowed = await allow();
            return allowed.ok ? null : allowed.problem;
          }}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{words.effect}</Text>
          {why === "suppressed" && (
            <TextField label={suppressedWords.reason} value={reason} maxLength={200} onText={setReason} />
          )}
        </FormDialog>
      )}
    </section>
  );
}
