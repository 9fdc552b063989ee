import { Button, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useEffect } from "react";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { SandboxMark } from "../../components/SandboxMark.tsx";
import type { Intake } from "../../stores/intake.ts";
import { useCleanings, useIntake } from "../../stores/winnow.tsx";
import { priceWords } from "../../words/clean.ts";
import { PriceChoices } from "./PriceChoices.tsx";
import { PriceLine } from "./PriceLine.tsx";
import css from "./PricePanel.module.css";

function useStart(intake: Intake, account: Account): (waitForCredits: boolean) => Promise<void> {
  const start = useIntake((state) => state.start);
  const put = useCleanings((state) => state.put);
  const watch = useCleanings((state) => state.watch);
  return async (waitForCredits) => {
    const cleaning = await start(intake.key, account.id, waitForCredits);
    if (!cleaning) return;
    put(cleaning);
    watch(cleaning.id);
  };
}

/** What it costs, why, and the one button that agrees to it. */
export default function PricePanel(props: { intake: Intake; account: Account }) {
  const { intake, account } = props;
  const price = useIntake((state) => state.price);
  const choose = useIntake((state) => state.choose);
  const start = useStart(intake, account);
  const credits = account.balance?.credits;

  // A new balance changes what is affordable, so it is a reason to ask again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: options, preflight and balance are the reasons to ask
  useEffect(() => {
    void price(intake.key, account.id);
  }, [price, intake.key, intake.options, intake.preflight, account.id, credits, account.reserved]);

  const shown = intake.price;
  const short = shown !== null && shown.available !== null && shown.credits > shown.available;
  return (
    <section className={css.panel} aria-label={priceWords.title}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={3} size="h5">
            {priceWords.title}
          </Title>
          {account.kind === "sandbox" && <SandboxMark />}
        </Group>
        {!shown && intake.pricing && (
          <Group gap="xs">
            <Loader size="xs" />
            <Text size="sm">{priceWords.pricing}</Text>
          </Group>
        )}
        {shown && (
          <PriceLine price={shown} options={intake.options} onChange={(patch) => choose(intake.key, patch)} />
        )}
        <PriceChoices
          options={intake.options}
          unique={intake.preflight?.unique ?? 0}
          onChange={(patch) => choose(intake.key, patch)}
        />
        {(intake.startProblem ?? intake.priceProblem) && (
          <ProblemNote
            problem={(intake.startProblem ?? intake.priceProblem) as NonNullable<typeof intake.priceProblem>}
          />
        )}
        {shown && !short && (
          <Group gap="md">
            <Button
              size="md"
              loading={intake.starting}
              disabled={intake.pricing}
              onClick={() => void start(false)}
            >
              {priceWords.start}
            </Button>
            <Text size="sm" c="dimmed">
              {shown.credits === 0 ? priceWords.nothingToVerify : priceWords.irreversible}
              {shown.parts > 1 && ` ${priceWords.parts(shown.parts)}`}
            </Text>
          </Group>
        )}
        {shown && short && (
          <Group gap="xs">
            {(shown.available ?? 0) > 0 && (
              <Button
                size="md"
                disabled={intake.pricing}
                onClick={() => choose(intake.key, { limit: shown.available })}
              >
                {priceWords.startFirst(shown.available ?? 0)}
              </Button>
            )}
            <Button
              size="md"
              variant="default"
              loading={intake.starting}
              disabled={intake.pricing}
              title={priceWords.waitHelp}
              onClick={() => void start(true)}
            >
              {priceWords.wait}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}
