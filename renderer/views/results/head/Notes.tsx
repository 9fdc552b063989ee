import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { BIN_DAYS } from "../../../../shared/bridge/constants.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { useAct, useBin } from "../../../components/cleaning-actions.tsx";
import { daysLeft } from "../../../times.ts";
import { ACTION_WORDS, actionWords, progressWords } from "../../../words/clean.ts";
import { listsWords } from "../../../words/lists.ts";
import { resultsWords } from "../../../words/results.ts";

function Caution(props: { title: string; children: ReactNode }) {
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      title={props.title}
    >
      {props.children}
    </Alert>
  );
}

const DAY = 86_400_000;

export function BinNote({ cleaning }: { cleaning: Cleaning }) {
  const { restore } = useBin(cleaning);
  const { deletedAt } = cleaning;
  if (deletedAt === null) return null;
  return (
    <Alert icon={<IconTrash size={20} aria-hidden="true" />} mb="md" role="status">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{listsWords.inBinUntil(daysLeft(deletedAt + BIN_DAYS * DAY, Date.now()) ?? 0)}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void restore()}>
          {listsWords.restore}
        </Button>
      </Group>
    </Alert>
  );
}

export function MissingNote({ cleaning }: { cleaning: Cleaning }) {
  const { run, isActing, problem } = useAct(cleaning);
  if (!cleaning.actions.includes("fetch_again")) return null;
  return (
    <Caution title={resultsWords.missingTitle}>
      <Stack gap="xs">
        <Text size="sm">{resultsWords.missing(cleaning.missing)}</Text>
        {problem && <Text size="sm">{sentences(problem.title, problem.detail)}</Text>}
        <Group>
          <Button size="xs" variant="default" loading={isActing} onClick={() => void run("fetch_again")}>
            {ACTION_WORDS.fetch_again}
          </Button>
          <Text size="sm">{resultsWords.fetchAgainHelp}</Text>
        </Group>
      </Stack>
    </Caution>
  );
}

export function UnverifiedNote(props: { cleaning: Cleaning }) {
  const { cleaning } = props;
  const { run, askOf, isActing, problem } = useAct(cleaning);
  const { unverified, parts } = cleaning;
  if (unverified === null) return null;
  const canRetry = cleaning.actions.includes("retry");
  const canSendAgain = cleaning.actions.includes("upload_again");
  const again = askOf("upload_again");
  const why = problem ?? parts.find((part) => part.state !== "done" && part.problem !== null)?.problem;
  return (
    <Caution title={resultsWords.unverifiedTitle}>
      <Stack gap="xs">
        <Text size="sm">{resultsWords.unverified(unverified, parts.length, cleaning.state)}</Text>
        {why && <Text size="sm">{sentences(why.title, why.detail)}</Text>}
        {canRetry || canSendAgain ? (
          <Group>
            {canRetry && (
              <Button size="xs" variant="default" loading={isActing} onClick={() => void run("retry")}>
                {ACTION_WORDS.retry}
              </Button>
            )}
            {canSendAgain && (
              <Button
                size="xs"
                variant="default"
                disabled={isActing}
                onClick={() => void run("upload_again")}
              >
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
