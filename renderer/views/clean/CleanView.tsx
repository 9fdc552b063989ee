import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { lazy, memo, Suspense } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { balanceSentence } from "../../../shared/price.ts";
import { ChooseAccount } from "../../components/ConnectForm.tsx";
import { IndeterminateProgress, Note, ProblemNote } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { currentAccount } from "../../stores/accounts.ts";
import { isUnfinished } from "../../stores/cleanings.ts";
import { canBePriced } from "../../stores/intake/open-lists.ts";
import type { Intake } from "../../stores/intake.ts";
import { useAccounts, useApp, useCleanings, useIntake } from "../../stores/winnow.tsx";
import { allListsWords, cleanWords, progressWords } from "../../words/clean.ts";
import { WaysToBegin } from "../first-run/WaysToBegin.tsx";
import { DropZone } from "./DropZone.tsx";
import { IntakeCard } from "./IntakeCard.tsx";
import { ProgressCard } from "./ProgressCard.tsx";

function readyOf(intakes: readonly Intake[], accountId: string): readonly Intake[] {
  return intakes.filter(
    ({ preflight, price, pricedFor, pricing, problem, reading }) =>
      preflight !== null &&
      canBePriced(preflight) &&
      preflight.kind !== "results" &&
      price !== null &&
      pricedFor === accountId &&
      !pricing &&
      problem === null &&
      reading === null,
  );
}

/** Starts several lists at a total price, each as its own cleaning. */
function CleanAll({ account }: { account: Account }) {
  const ready = useIntake(useShallow((state) => readyOf(state.intakes, account.id)));
  const isStarting = useIntake((state) => state.intakes.some((one) => one.starting));
  const gone = useApp((state) => state.unreachableSince !== null);
  const startAll = useIntake((state) => state.startAll);
  const first = ready[0]?.price;
  if (ready.length < 2 || first == null) return null;
  const sum = (of: "rows" | "credits") => ready.reduce((all, { price }) => all + (price?.[of] ?? 0), 0);
  const price = { ...first, rows: sum("rows"), credits: sum("credits") };
  const isShort = price.available !== null && price.credits > price.available;
  const keyless = account.keyState === "missing" || account.keyState === "elsewhere";
  const isOff = gone || isStarting || isShort || (keyless && price.credits > 0);
  return (
    <section className="card" aria-label={allListsWords.title}>
      <Group px={20} py={14} justify="space-between">
        <div>
          <Text fw={600}>{allListsWords.sum(ready.length, price.rows, price.credits)}</Text>
          <Note>
            {price.credits > 0 && balanceSentence(price)} {allListsWords.sharedOnce}
          </Note>
        </div>
        <Button
          size="md"
          disabled={isOff}
          onClick={() =>
            void startAll(
              ready.map(({ key }) => key),
              account.id,
            )
          }
        >
          {allListsWords.start(price.credits)}
        </Button>
      </Group>
    </section>
  );
}

/** Card of one cleaning; rerenders only when that cleaning changes. */
const WatchedCard = memo(function WatchedCard(props: { id: string }) {
  const cleaning = useCleanings((state) => state.byId[props.id]);
  return cleaning && <ProgressCard cleaning={cleaning} />;
});

function ProgressCards() {
  const ids = useCleanings(
    useShallow(({ watched, byId }) => watched.filter((id) => byId[id]?.deletedAt === null)),
  );
  const open = useCleanings(
    ({ byId }) => ids.filter((id) => byId[id] !== undefined && isUnfinished(byId[id])).length,
  );
  if (ids.length === 0) return null;
  const heading =
    open === 0
      ? progressWords.titleFinished
      : open === ids.length
        ? progressWords.title
        : progressWords.titleMixed;
  return (
    <section aria-label={heading}>
      <Title order={2} size="h5" mb="xs">
        {heading}
      </Title>
      <Stack gap="sm">
        {ids.map((id) => (
          <WatchedCard key={id} id={id} />
        ))}
      </Stack>
    </section>
  );
}

/** Card of one list; rerenders only when that list changes. */
const OpenList = memo(function OpenList(props: {
  intakeKey: string;
  account: Account | null;
  isAlone: boolean;
}) {
  const intake = useIntake((state) => state.intakes.find((one) => one.key === props.intakeKey));
  return intake && <IntakeCard intake={intake} account={props.account} isAlone={props.isAlone} />;
});

function IntakeCards(props: { account: Account | null }) {
  const keys = useIntake(useShallow((state) => state.intakes.map((one) => one.key)));
  return keys.map((key) => (
    <OpenList key={key} intakeKey={key} account={props.account} isAlone={keys.length === 1} />
  ));
}

const ImportedCard = lazy(() => import("./ImportedCard.tsx"));
const MergeOffer = lazy(() => import("./MergeOffer.tsx"));
const RecentLists = lazy(() => import("../lists/RecentLists.tsx"));

export function CleanView() {
  const isEmpty = useIntake((state) => state.intakes.length + state.receiving.length === 0);
  const receiving = useIntake((state) => state.receiving);
  const imported = useIntake((state) => state.imported);
  const unread = useCleanings((state) => state.problem);
  const hasLists = useCleanings((state) => Object.values(state.byId).some((one) => one.deletedAt === null));
  const accounts = useAccounts((state) => state.accounts);
  const chosen = useApp((state) => state.settings.accountId);
  const account = currentAccount(accounts, chosen);
  return (
    <Page title={cleanWords.title}>
      <Stack gap="lg">
        <DropZone small={!isEmpty || hasLists} primary={isEmpty} sandbox={account?.kind === "sandbox"} />
        {account === null && (accounts?.length ?? 0) > 0 && <ChooseAccount />}
        {imported.map((one) => (
          <Suspense key={one.id} fallback={null}>
            <ImportedCard imported={one} />
          </Suspense>
        ))}
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
        <Suspense fallback={null}>
          <MergeOffer />
        </Suspense>
        {account && <CleanAll account={account} />}
        <IntakeCards account={account} />
        {accounts?.length === 0 && <WaysToBegin hasLists />}
        {unread && <ProblemNote problem={unread} />}
        <ProgressCards />
        {isEmpty && hasLists && (
          <Suspense fallback={null}>
            <RecentLists />
          </Suspense>
        )}
      </Stack>
    </Page>
  );
}
