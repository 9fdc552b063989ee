import { Button } from "@mantine/core";
import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { CardBoundary } from "../../faults/CardBoundary.tsx";
import { useIntake } from "../../stores/winnow.tsx";
import { faultWords } from "../../words/faults.ts";
import { IntakeCard } from "./IntakeCard.tsx";
import { useGradually } from "./useGradually.ts";

/** The card of one list: drawn again for what happens to that list, not to the others. */
const Place = memo(function Place(props: { intakeKey: string; account: Account | null }) {
  const intake = useIntake((state) => state.intakes.find((one) => one.key === props.intakeKey));
  const discard = useIntake((state) => state.discard);
  if (intake === undefined) return null;
  return (
    <CardBoundary
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
      <IntakeCard intake={intake} account={props.account} />
    </CardBoundary>
  );
});

/** The lists between the drop and the start, newest first. */
export function IntakeCards(props: { account: Account | null }) {
  const keys = useGradually(useIntake(useShallow((state) => state.intakes.map((one) => one.key))));
  return keys.map((key) => <Place key={key} intakeKey={key} account={props.account} />);
}
