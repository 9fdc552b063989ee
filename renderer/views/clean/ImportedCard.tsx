import { Anchor, CloseButton, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../../../shared/problems.ts";
import { importedSentences } from "../../../shared/source-sentences.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { ProblemNote } from "../../components/notes.tsx";
import type { ImportResult } from "../../stores/intake.ts";
import { useIntake, useWinnow } from "../../stores/winnow.tsx";
import { commonWords } from "../../words/common.ts";
import { importedWords } from "../../words/imported.ts";

/** Lists named in the card; the others are counted. */
const MAX_NAMED = 5;

/** Shows the result of an import: outcomes, the mailings that it reports, and the lists that it changed. */
export default function ImportedCard({ imported }: { imported: ImportResult }) {
  const { bridge } = useWinnow();
  const hide = useIntake((state) => state.hideImported);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { id, name, isNew, mailings, changed } = imported;
  const undo = async () => {
    const removed = await bridge.call("memory.remove", { id });
    if (removed.ok) hide(id);
    else setProblem(removed.problem);
  };
  return (
    <section className="card" aria-label={importedWords.title(name)}>
      <Stack gap="xs" px={20} py={18}>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" className="cut" title={name}>
            {importedWords.title(name)}
          </Title>
          <CloseButton aria-label={importedWords.hide(name)} onClick={() => hide(id)} />
        </Group>
        <Stack gap={4} role="status">
          {[...importedSentences(imported), ...mailings.map(importedWords.mailing)].map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
          {changed.length > 0 && (
            <Text size="sm">
              {importedWords.changed(changed.length)}{" "}
              {changed.slice(0, MAX_NAMED).map((one, at) => (
                <span key={one.cleaningId}>
                  {at > 0 && ", "}
                  <Anchor inherit href={`#/cleanings/${one.cleaningId}`} underline="always">
                    {one.name}
                  </Anchor>{" "}
                  {importedWords.addresses(one.addresses)}
                </span>
              ))}
              {importedWords.others(changed.length - MAX_NAMED)}
            </Text>
          )}
        </Stack>
        {problem && <ProblemNote problem={problem} />}
        {isNew && (
          <Group gap="xs">
            <SmallButton onClick={() => void undo()}>{commonWords.undo}</SmallButton>
          </Group>
        )}
      </Stack>
    </section>
  );
}
