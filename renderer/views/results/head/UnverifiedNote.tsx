import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { useCleanings } from "../../../stores/winnow.tsx";
import { ACTION_WORDS, actionWords, progressWords } from "../../../words/clean.ts";
import { resultsWords } from "../../../words/results.ts";
import { Caution } from "./Caution.tsx";

/** That parts of a cleaning came to no results, which rows that means, why, and the way on. */
export function UnverifiedNote(props: { cleaning: Cleaning }) {
  const { cleaning } = props;
  const act = useCleanings((state) => state.act);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [acting, setActing] = useState(false);
  const { unverified, parts } = cleaning;
  if (unverified === null) return null;
  const canRetry = cleaning.actions.includes("retry");
  const canSendAgain = cleaning.actions.includes("upload_again");
  const again = cleaning.asks?.upload_again ?? null;
  const run = async (action: "retry" | "upload_again") => {
    setActing(true);
    setProblem(await act(cleaning.id, action, action === "retry" ? undefined : again?.credits));
    setActing(false);
  };
  const why = problem ?? parts.find((part) => part.state !== "done" && part.problem !== null)?.problem;
  return (
    <Caution title={resultsWords.unverifiedTitle}>
      <Stack gap="xs">
        <Text size="sm">{resultsWords.unverified(unverified, parts.length, cleaning.state)}</Text>
        {why && <Text size="sm">{sentences(why.title, why.detail)}</Text>}
        {canRetry || canSendAgain ? (
          <Group>
            {canRetry && (
              <Button size="xs" variant="default" loading={acting} onClick={() => void run("retry")}>
                {ACTION_WORDS.retry}
              </Button>
            )}
            {canSendAgain && (
              <Button size="xs" variant="default" disabled={acting} onClick={() => void run("upload_again")}>
                {actionWords("upload_again", again)}
              </Button>
            )}
            {canSendAgain && again?.credits === 0 && <Text size="sm">{progressWords.sendAgain(again)}</Text>}
          </Group>
        ) : (
          cleaning.state === "failed" && <Text size="sm">{resultsWords.unverifiedForGood}</Text>
        )}
      </Stack>
    </Caution>
  );
}
