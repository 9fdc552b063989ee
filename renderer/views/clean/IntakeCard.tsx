import { Anchor, Box, Button, CloseButton, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Account } from "../../../shared/bridge/accounts.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { size } from "../../../shared/numbers.ts";
import { balanceSentence } from "../../../shared/price.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { CopiesNote, IndeterminateProgress, Note, ProblemNote } from "../../components/notes.tsx";
import { useFiles } from "../../frame/files.tsx";
import { asksForPurpose, canBePriced } from "../../stores/intake/open-lists.ts";
import type { Intake } from "../../stores/intake.ts";
import { useCall } from "../../stores/query.ts";
import { useAccounts, useIntake } from "../../stores/winnow.tsx";
import { date } from "../../times.ts";
import { cleanWords, priceWords } from "../../words/clean.ts";
import { commonWords } from "../../words/common.ts";
import { questionTitle } from "../../words/questions.ts";
import { PriceNeedsAccount } from "../first-run/WaysToBegin.tsx";

/** Maximum number of lists with the same name to compare. */
const MAX_NAMED = 20;

/** Says that a list with the same name and length was cleaned before. */
function CleanedBefore({ intake, preflight }: { intake: Intake; preflight: Preflight }) {
  const query = preflight.settled ? null : { search: preflight.name.slice(0, 400), limit: MAX_NAMED };
  const { value } = useCall("cleanings.list", query);
  const cleaned = value?.cleanings.find(
    ({ name, rows, listId }) =>
      name === preflight.name && rows === preflight.rows && listId !== intake.listId,
  );
  if (cleaned === undefined) return null;
  return (
    <Text size="sm">
      {cleanWords.cleanedBefore(date(cleaned.finishedAt ?? cleaned.createdAt))}{" "}
      <Anchor inherit href={`#/cleanings/${cleaned.id}`} underline="always">
        {cleanWords.showCleaned}
      </Anchor>
    </Text>
  );
}

/** Returns the screen reader announcement for a list: its counts, then its price. Empty if there is no news. */
function announcementOf({ preflight, reading, price, pricing, problem }: Intake): string {
  if (preflight === null || reading !== null || problem !== null) return "";
  if (asksForPurpose(preflight)) return preflight.questions?.map(questionTitle).join(" ") ?? "";
  if (preflight.addressColumn === null)
    return `${cleanWords.addressColumnQuestion} ${cleanWords.addressColumnHelp}`;
  const counts = cleanWords.spokenCounts(preflight.rows, preflight.unique);
  if (price === null || pricing) return [counts, ...(preflight.questions ?? []).map(questionTitle)].join(" ");
  const said = `${counts} ${priceWords.spoken(price.credits)}`;
  return price.credits === 0 ? said : `${said} ${balanceSentence(price)}`;
}

const PreflightPanel = lazy(() => import("./PreflightPanel.tsx"));
const PricePanel = lazy(() => import("./PricePanel.tsx"));

function Reading(props: { intake: Intake }) {
  const cancel = useIntake((state) => state.cancel);
  const { reading, key } = props.intake;
  if (!reading) return null;
  const part = reading.bytesTotal > 0 ? (reading.bytesRead / reading.bytesTotal) * 100 : 0;
  return (
    <Group gap="md" wrap="nowrap">
      <Box flex={1}>
        {part === 0 ? (
          <IndeterminateProgress label={cleanWords.opening} />
        ) : (
          <>
            <Text size="sm" className="num" mb={4} role="status">
              {cleanWords.reading(reading.rows)}
            </Text>
            <Progress value={part} size="sm" aria-label={cleanWords.reading(reading.rows)} />
          </>
        )}
      </Box>
      <SmallButton onClick={() => void cancel(key)}>{cleanWords.stopReading}</SmallButton>
    </Group>
  );
}

export function IntakeCard(props: { intake: Intake; account: Account | null; isAlone: boolean }) {
  const { intake, account, isAlone } = props;
  const discard = useIntake((state) => state.discard);
  const read = useIntake((state) => state.read);
  const { choose } = useFiles();
  const hasNoAccount = useAccounts((state) => state.accounts?.length === 0);
  const [asking, setAsking] = useState(false);
  const corrections = (intake.preflight?.corrected ?? 0) + (intake.preflight?.fixed ?? 0);
  // If the list was cleaned before, its corrections are kept with that cleaning.
  const hasUnsavedCorrections = corrections > 0 && intake.preflight?.settled !== true;
  const name = intake.name || cleanWords.opening;
  return (
    <Box
      component="section"
      className="card"
      style={{ containerType: "inline-size" }}
      px={20}
      py={18}
      aria-label={name}
      data-list={intake.listId ?? undefined}
    >
      <p className="visually-hidden" role="status">
        {announcementOf(intake)}
      </p>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Box miw={0}>
          <Title order={2} size="h4" className="cut" title={name}>
            {name}
          </Title>
          {intake.preflight && (
            <Note>
              {size(intake.preflight.bytes)} ·{" "}
              {intake.domains.kind === "not_asked" ? cleanWords.free : cleanWords.freeButNames}
            </Note>
          )}
          {intake.preflight && <CleanedBefore intake={intake} preflight={intake.preflight} />}
        </Box>
        <CloseButton
          aria-label={cleanWords.discard(name)}
          onClick={() => (hasUnsavedCorrections ? setAsking(true) : void discard(intake.key))}
        />
        {asking && (
          <FormDialog
            title={cleanWords.discardTitle(name)}
            act={cleanWords.discardDo}
            isFinal
            onAct={() => discard(intake.key).then(() => null)}
            onClose={() => setAsking(false)}
          >
            <Text>{cleanWords.discardText(corrections)}</Text>
            <CopiesNote onLeave={() => setAsking(false)} />
          </FormDialog>
        )}
      </Group>
      <Stack gap="lg">
        <Reading intake={intake} />
        {intake.problem && (
          <ProblemNote problem={intake.problem}>
            {intake.listId && Object.keys(intake.readOptions).length > 0 && (
              <SmallButton onClick={() => void read(intake.key, {})}>{commonWords.tryAgain}</SmallButton>
            )}
            <Button size="xs" onClick={choose}>
              {cleanWords.anotherFile}
            </Button>
          </ProblemNote>
        )}
        {intake.preflight && (
          <Suspense fallback={null}>
            <PreflightPanel intake={intake} preflight={intake.preflight} isAlone={isAlone}>
              {!intake.reading &&
                !intake.problem &&
                canBePriced(intake.preflight) &&
                (account ? <PricePanel account={account} /> : hasNoAccount && <PriceNeedsAccount />)}
            </PreflightPanel>
          </Suspense>
        )}
      </Stack>
    </Box>
  );
}
