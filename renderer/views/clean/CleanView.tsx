import { Stack, Title } from "@mantine/core";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { ChooseAccount } from "../../components/ConnectForm.tsx";
import { IndeterminateProgress } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { currentAccount } from "../../stores/accounts.ts";
import { useAccounts, useApp, useCleanings, useIntake } from "../../stores/winnow.tsx";
import { cleanWords } from "../../words/clean.ts";
import { WaysToBegin } from "../first-run/WaysToBegin.tsx";
import { CleanAll } from "./CleanAll.tsx";
import { DropZone } from "./DropZone.tsx";
import { IntakeCard } from "./IntakeCard.tsx";
import { MergeOffer } from "./MergeOffer.tsx";
import { ProgressCards } from "./ProgressCards.tsx";

/** Card of one list; rerenders only when that list changes. */
const Place = memo(function Place(props: { intakeKey: string; account: Account | null; isAlone: boolean }) {
  const intake = useIntake((state) => state.intakes.find((one) => one.key === props.intakeKey));
  return intake && <IntakeCard intake={intake} account={props.account} isAlone={props.isAlone} />;
});

function IntakeCards(props: { account: Account | null }) {
  const keys = useIntake(useShallow((state) => state.intakes.map((one) => one.key)));
  return keys.map((key) => (
    <Place key={key} intakeKey={key} account={props.account} isAlone={keys.length === 1} />
  ));
}

export function CleanView() {
  const isEmpty = useIntake((state) => state.intakes.length + state.receiving.length === 0);
  const receiving = useIntake((state) => state.receiving);
  const unread = useCleanings((state) => state.problem);
  const accounts = useAccounts((state) => state.accounts);
  const chosen = useApp((state) => state.settings.accountId);
  const account = currentAccount(accounts, chosen);
  return (
    <Page title={cleanWords.title}>
      <Stack gap="lg">
        <DropZone small={!isEmpty} sandbox={account?.kind === "sandbox"} />
        {account === null && (accounts?.length ?? 0) > 0 && <ChooseAccount />}
        {receiving.map((name) => (
          <section key={name} className="card" aria-label={name}>
            <Stack gap="xs" p="md">
              <Title order={2} size="h4">
                {name}
              </Title>
              <IndeterminateProgress label={cleanWords.receiving} />
            </Stack>
          </section>
        ))}
        <MergeOffer />
        {account && <CleanAll account={account} />}
        <IntakeCards account={account} />
        {accounts?.length === 0 && <WaysToBegin hasLists />}
        {unread && <ProblemNote problem={unread} />}
        <ProgressCards />
      </Stack>
    </Page>
  );
}
