import { Button, Stack, Title } from "@mantine/core";
import { ChooseAccount } from "../../components/ChooseAccount.tsx";
import { Page } from "../../components/Page.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { Waiting } from "../../components/Waiting.tsx";
import { CardBoundary } from "../../faults/CardBoundary.tsx";
import { currentAccount } from "../../stores/accounts.ts";
import { isUnfinished } from "../../stores/cleanings.ts";
import { useAccounts, useApp, useCleanings, useIntake } from "../../stores/winnow.tsx";
import { cleanWords, progressWords } from "../../words/clean.ts";
import { faultWords } from "../../words/faults.ts";
import { DropZone } from "./DropZone.tsx";
import { IntakeCard } from "./IntakeCard.tsx";
import { MergeOffer } from "./MergeOffer.tsx";
import { ProgressCard } from "./ProgressCard.tsx";

/** Where lists come in, are looked at, priced, agreed to, and watched while they are cleaned. */
export function CleanView() {
  const intakes = useIntake((state) => state.intakes);
  const receiving = useIntake((state) => state.receiving);
  const discard = useIntake((state) => state.discard);
  const dismiss = useCleanings((state) => state.dismiss);
  const watched = useCleanings((state) => state.watched);
  const byId = useCleanings((state) => state.byId);
  const unread = useCleanings((state) => state.problem);
  const accounts = useAccounts((state) => state.accounts);
  const chosen = useApp((state) => state.settings.accountId);
  const account = currentAccount(accounts, chosen);
  const cleanings = watched.flatMap((id) => byId[id] ?? []).filter((one) => one.deletedAt === null);
  const open = cleanings.filter(isUnfinished).length;
  const heading =
    open === 0
      ? progressWords.titleFinished
      : open === cleanings.length
        ? progressWords.title
        : progressWords.titleMixed;

  return (
    <Page title={cleanWords.title}>
      <Stack gap="lg">
        <DropZone small={intakes.length + receiving.length > 0} sandbox={account?.kind === "sandbox"} />
        {account === null && (accounts?.length ?? 0) > 0 && <ChooseAccount />}
        {receiving.map((name) => (
          <section key={name} className="card" aria-label={name}>
            <Stack gap="xs" p="md">
              <Title order={2} size="h4">
                {name}
              </Title>
              <Waiting label={cleanWords.receiving} />
            </Stack>
          </section>
        ))}
        <MergeOffer intakes={intakes} />
        {intakes.map((intake) => (
          <CardBoundary
            key={intake.key}
            name={intake.name}
            listId={intake.listId ?? undefined}
            detail={faultWords.listDetail}
            action={faultWords.listAction}
            buttons={
              <Button size="xs" variant="default" onClick={() => void discard(intake.key)}>
                {faultWords.closeList}
              </Button>
            }
          >
            <IntakeCard intake={intake} account={account} />
          </CardBoundary>
        ))}
        {unread && <ProblemNote problem={unread} />}
        {cleanings.length > 0 && (
          <section aria-label={heading}>
            <Title order={2} size="h5" mb="xs">
              {heading}
            </Title>
            <Stack gap="sm">
              {cleanings.map((cleaning) => (
                <CardBoundary
                  key={cleaning.id}
                  name={cleaning.name}
                  listId={cleaning.listId}
                  detail={faultWords.cleaningDetail}
                  action={faultWords.cleaningAction}
                  buttons={
                    !isUnfinished(cleaning) && (
                      <Button size="xs" variant="default" onClick={() => dismiss(cleaning.id)}>
                        {faultWords.hide}
                      </Button>
                    )
                  }
                >
                  <ProgressCard cleaning={cleaning} />
                </CardBoundary>
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </Page>
  );
}
