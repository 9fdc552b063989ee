import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { useCleanings } from "../../../stores/winnow.tsx";
import { ACTION_WORDS } from "../../../words/clean.ts";
import { resultsWords } from "../../../words/results.ts";
import { Caution } from "./Caution.tsx";

/** That addresses did not come back, and the way to ask for them once more while the service has them. */
export function MissingNote({ cleaning }: { cleaning: Cleaning }) {
  const act = useCleanings((state) => state.act);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [acting, setActing] = useState(false);
  if (!cleaning.actions.includes("fetch_again")) return null;
  const run = async () => {
    setActing(true);
    setProblem(await act(cleaning.id, "fetch_again"));
    setActing(false);
  };
  return (
    <Caution title={resultsWords.missingTitle}>
      <Stack gap="xs">
        <Text size="sm">{resultsWords.missing(cleaning.missing)}</Text>
        {problem && <Text size="sm">{sentences(problem.title, problem.detail)}</Text>}
        <Group>
          <Button size="xs" variant="default" loading={acting} onClick={() => void run()}>
            {ACTION_WORDS.fetch_again}
          </Button>
          <Text size="sm">{resultsWords.fetchAgainHelp}</Text>
        </Group>
      </Stack>
    </Caution>
  );
}
