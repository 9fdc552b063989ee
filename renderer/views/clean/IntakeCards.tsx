import { memo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { IntakeCard } from "./IntakeCard.tsx";

/** The card of one list: drawn again for what happens to that list, not to the others. */
const Place = memo(function Place(props: { intakeKey: string; account: Account | null }) {
  const intake = useIntake((state) => state.intakes.find((one) => one.key === props.intakeKey));
  return intake && <IntakeCard intake={intake} account={props.account} />;
});

/** The lists between the drop and the start, newest first. */
export function IntakeCards(props: { account: Account | null }) {
  const keys = useIntake(useShallow((state) => state.intakes.map((one) => one.key)));
  return keys.map((key) => <Place key={key} intakeKey={key} account={props.account} />);
}
