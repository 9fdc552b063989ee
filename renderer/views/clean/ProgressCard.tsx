import { Box, Button, CloseButton, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CleaningAction } from "../../../shared/bridge/constants.ts";
import { chargedSentence } from "../../../shared/price.ts";
import type { Problem } from "../../../shared/problems.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { waitWords } from "../../../shared/waits.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { useAct, useCleanAgain } from "../../components/cleaning-actions.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { Note, ProblemNote, SandboxMark } from "../../components/notes.tsx";
import { VerdictCounts } from "../../components/VerdictMark.tsx";
import { go } from "../../navigation.ts";
import { isUnfinished } from "../../stores/cleanings.ts";
import { useAccounts, useApp, useCleanings } from "../../stores/winnow.tsx";
import {
  ACTION_WORDS,
  actionWords,
  CONTINUING_ACTIONS,
  PART_WORDS,
  priceWords,
  progressWords,
} from "../../words/clean.ts";
import { listsWords } from "../../words/lists.ts";
import { resultsWords } from "../../words/results.ts";
import { ProgressBar } from "./ProgressBar.tsx";

function Parts(props: { cleaning: Cleaning }) {
  const { parts } = props.cleaning;
  if (parts.length < 2) return null;
  return (
    <Stack component="ul" className="plain-list" gap={4} mah="12rem" fz="sm" style={{ overflowY: "auto" }}>
      {parts.map((part) => (
        <Group component="li" key={part.ordinal} gap="xs" wrap="nowrap">
          <Box w="8rem" component="span">
            {progressWords.part(part.ordinal, parts.length)}
          </Box>
          <Box flex={1} component="span" c="dimmed">
            {part.asks != null
              ? progressWords.asksFor(part.asks)
              : part.waitingFor
                ? waitWords({ for: part.waitingFor })
                : PART_WORDS[part.state]}
          </Box>
          <span className="num quiet">{progressWords.ofAddresses(part.verified, part.total)}</span>
        </Group>
      ))}
    </Stack>
  );
}

const WARN_DAYS = 7;

/** Warns when the service will soon purge results that were paid for but not downloaded. */
function FetchBy(props: { cleaning: Cleaning }) {
  const { fetchBy } = props.cleaning;
  if (fetchBy == null) return null;
  const days = Math.max(0, Math.ceil((fetchBy - Date.now()) / (24 * 3600_000)));
  if (days > WARN_DAYS) return null;
  return (
    <Text size="sm" fw={600} role="status">
      {progressWords.fetchBy(days)}
    </Text>
  );
}

/** Returns context for a problem: what was charged, or the current balance. */
function alsoOf(shown: Problem, cleaning: Cleaning, credits: number | null): string | undefined {
  if (!isUnfinished(cleaning)) return undefined;
  if (shown.chargeUnknown) return chargedSentence(cleaning.spent);
  return shown.code === "credits_insufficient" && credits !== null
    ? progressWords.holdsNow(credits)
    : undefined;
}

const STUCK_HERE: ReadonlySet<Problem["code"]> = new Set(["store_corrupt", "internal"]);

/** Returns whether a local problem that won't resolve on its own blocks the cleaning. */
function isStuckHere({ state, waiting, problem }: Cleaning): boolean {
  if (state !== "waiting" || problem === null) return false;
  return waiting?.for === "disk" || STUCK_HERE.has(problem.code);
}

export function ProgressCard(props: { cleaning: Cleaning }) {
  const { cleaning } = props;
  const act = useCleanings((state) => state.act);
  const dismiss = useCleanings((state) => state.dismiss);
  const gone = useApp((state) => state.unreachableSince !== null);
  const { run, askOf, isActing, problem } = useAct(cleaning);
  const [ending, setEnding] = useState(false);
  const cleanAgain = useCleanAgain(cleaning);
  const asksFirst = (action: CleaningAction) => action === "give_up" && cleaning.spent > 0;
  const credits = useAccounts(
    ({ accounts }) => accounts?.find(({ id }) => id === cleaning.accountId)?.balance?.credits ?? null,
  );
  const over = !isUnfinished(cleaning);
  // Results received before a part failed can be reviewed too.
  const reviewable =
    cleaning.state === "done" ||
    cleaning.state === "imported" ||
    (over && VERDICTS.some((verdict) => cleaning.counts[verdict] > 0));
  const goOn = CONTINUING_ACTIONS.find((action) => cleaning.actions.includes(action));
  const shown = problem ?? cleaning.problem;
  const stop = (["cancel", "stop_watching"] as const).find((action) => cleaning.actions.includes(action));
  const ends = (["give_up", "leave_file"] as const).filter((action) => cleaning.actions.includes(action));
  const stops = [stop, ...ends];
  // If a retry may not help, offer to upload the list again.
  const instead = goOn === "retry" && cleaning.actions.includes("upload_again") ? "upload_again" : null;
  const again = askOf("upload_again");
  const goOnButton = goOn && (
    <>
      <Button size="xs" loading={isActing} disabled={gone} onClick={() => void run(goOn)}>
        {actionWords(goOn, askOf(goOn))}
      </Button>
      {instead && (
        <SmallButton disabled={isActing || gone} onClick={() => void run(instead)}>
          {actionWords(instead, askOf(instead))}
        </SmallButton>
      )}
      {[goOn, instead].includes("upload_again") && again?.credits === 0 && (
        <Text size="sm">{progressWords.sendAgain(again)}</Text>
      )}
    </>
  );
  return (
    <Box
      component="article"
      className="card"
      px={20}
      py="md"
      aria-label={cleaning.name}
      data-state={cleaning.state}
      data-list={cleaning.listId}
    >
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Title order={3} size="h5" className="cut" title={cleaning.name}>
              {cleaning.name}
            </Title>
            {cleaning.sandbox ? (
              <SandboxMark />
            ) : (
              <Note truncate title={priceWords.account(cleaning.accountLabel)}>
                {priceWords.account(cleaning.accountLabel)}
              </Note>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            {reviewable && (
              <Button size="xs" onClick={() => go(`/cleanings/${cleaning.id}`)}>
                {progressWords.review}
              </Button>
            )}
            {stops.map(
              (action) =>
                action && (
                  <SmallButton
                    key={action}
                    disabled={isActing || gone}
                    onClick={() => (asksFirst(action) ? setEnding(true) : void run(action))}
                  >
                    {action === "cancel" && cleaning.waiting?.lists !== undefined
                      ? progressWords.doNotWait
                      : ACTION_WORDS[action]}
                  </SmallButton>
                ),
            )}
            {over && (
              <CloseButton
                size="sm"
                aria-label={progressWords.dismiss(cleaning.name)}
                onClick={() => dismiss(cleaning.id)}
              />
            )}
          </Group>
        </Group>
        {ending && (
          <FormDialog
            title={progressWords.giveUpTitle(cleaning.name)}
            act={ACTION_WORDS.give_up}
            isFinal
            onAct={() => act(cleaning.id, "give_up")}
            onClose={() => setEnding(false)}
          >
            <Text>{progressWords.giveUpText(cleaning.spent, cleaning.uploaded)}</Text>
          </FormDialog>
        )}
        <ProgressBar cleaning={cleaning} gone={gone} />
        <VerdictCounts counts={cleaning.counts} of={progressWords.countsOf} />
        {isUnfinished(cleaning) && cleaning.skipped.elsewhere > 0 && (
          <Note className="num">{progressWords.elsewhere(cleaning.skipped.elsewhere)}</Note>
        )}
        <Parts cleaning={cleaning} />
        <FetchBy cleaning={cleaning} />
        {cleaning.unverified && !isUnfinished(cleaning) && (
          <Text size="sm" fw={600}>
            {resultsWords.unverified(cleaning.unverified, cleaning.parts.length, cleaning.state)}
          </Text>
        )}
        {cleaning.state === "cancelled" && (
          <Group gap="sm">
            {cleaning.spent === 0 && <Text size="sm">{progressWords.nothingCharged}</Text>}
            <SmallButton onClick={() => void cleanAgain()}>{listsWords.cleanAgain}</SmallButton>
          </Group>
        )}
        {shown && (
          <ProblemNote problem={shown} also={alsoOf(shown, cleaning, credits)}>
            {goOnButton}
          </ProblemNote>
        )}
        {!shown && cleaning.state === "waiting" && cleaning.waiting && (
          <Text size="sm">{progressWords.waitEnds[cleaning.waiting.for]}</Text>
        )}
        {!shown && goOnButton && <Group>{goOnButton}</Group>}
        {isUnfinished(cleaning) && !isStuckHere(cleaning) && !gone && (
          <Text size="xs" c="dimmed">
            {progressWords.mayClose(cleaning.state === "paused")}
          </Text>
        )}
      </Stack>
    </Box>
  );
}
