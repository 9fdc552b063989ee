import type { Account } from "../../../shared/bridge/accounts.ts";
import { go } from "../../address.ts";
import type { Intake } from "../../stores/intake.ts";
import { useIntake } from "../../stores/winnow.tsx";

/** The way to start the cleaning of `intake` at the price that is shown. */
export function useStart(
  intake: Intake,
  account: Account,
): (waitForCredits: boolean, byKey: boolean) => Promise<void> {
  const start = useIntake((state) => state.start);
  return async (waitForCredits, byKey) => {
    const cleaning = await start(intake.key, account.id, waitForCredits, byKey);
    if (cleaning?.state === "imported") go(`/cleanings/${cleaning.id}`);
  };
}
