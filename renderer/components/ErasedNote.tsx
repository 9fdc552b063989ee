import { Text } from "@mantine/core";
import { useState } from "react";
import { useWinnow } from "../stores/winnow.tsx";
import { erasedWords } from "../words/lists.ts";
import { SmallButton } from "./buttons.tsx";
import { FormDialog } from "./FormDialog.tsx";

/** Says that an address was erased on request, and offers to let it back in. */
export function ErasedNote({ address, className }: { address: string; className?: string | undefined }) {
  const { bridge } = useWinnow();
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={className} aria-label={erasedWords.title}>
      <Text size="sm" mb="xs">
        {erasedWords.help}
      </Text>
      <SmallButton onClick={() => setAsking(true)}>{erasedWords.offer}</SmallButton>
      {isAsking && (
        <FormDialog
          title={erasedWords.ask(address)}
          act={erasedWords.act}
          isFinal
          onAct={async () => {
            const allowed = await bridge.call("memory.allowErased", { entries: [address] });
            return allowed.ok ? null : allowed.problem;
          }}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{erasedWords.effect}</Text>
        </FormDialog>
      )}
    </section>
  );
}
