import { Button, Group, Text } from "@mantine/core";
import { useShallow } from "zustand/react/shallow";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { balanceSentence } from "../../../shared/price.ts";
import { isClear } from "../../stores/auto-start.ts";
import type { Intake } from "../../stores/intake.ts";
import { useApp, useIntake } from "../../stores/winnow.tsx";
import { allWords } from "../../words/clean.ts";

function readyOf(intakes: readonly Intake[], accountId: string): readonly Intake[] {
  return intakes.filter(
    ({ preflight, price, pricedFor, pricing, problem, reading }) =>
      preflight !== null &&
      isClear(preflight) &&
      preflight.kind !== "results" &&
      price !== null &&
      pricedFor === accountId &&
      !pricing &&
      problem === null &&
      reading === null,
  );
}

/** Starts several lists at a total price, each as its own cleaning. */
export function CleanAll({ account }: { account: Account }) {
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
    <section className="card" aria-label={allWords.title}>
      <Group px={20} py={14} justify="space-between">
        <div>
          <Text fw={600}>{allWords.sum(ready.length, price.rows, price.credits)}</Text>
          <Text size="sm" c="dimmed">
            {balanceSentence(price)} {allWords.sharedOnce}
          </Text>
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
          {allWords.start(price.credits)}
        </Button>
      </Group>
    </section>
  );
}
