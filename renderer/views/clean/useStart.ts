import { useEffect, useRef } from "react";
import type { Account } from "../../../shared/bridge/accounts.ts";
import { go } from "../../address.ts";
import type { Intake } from "../../stores/intake.ts";
import { useApp, useCleanings, useIntake } from "../../stores/winnow.tsx";
import { startsByItself } from "./start-rule.ts";

/**
 * The way to start the cleaning of `intake` at the price that is shown. A list whose price is within what the user
 * chose in Settings is started once by itself; a refusal then waits for the user.
 */
export function useStart(intake: Intake, account: Account): (waitForCredits: boolean) => Promise<void> {
  const start = useIntake((state) => state.start);
  const put = useCleanings((state) => state.put);
  const watch = useCleanings((state) => state.watch);
  const underCredits = useApp((state) => state.settings.startUnderCredits);
  const tried = useRef(false);

  const run = async (waitForCredits: boolean) => {
    const cleaning = await start(intake.key, account.id, waitForCredits);
    if (!cleaning) return;
    put(cleaning);
    if (cleaning.state === "imported") return go(`/cleanings/${cleaning.id}`);
    watch(cleaning.id);
  };
  // Files that came in together may yet become one list: that is asked first.
  const isAlone = useIntake((state) => state.intakes.filter((one) => one.drop === intake.drop).length < 2);
  const byItself = isAlone && startsByItself(intake, underCredits);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the price that lets it start, once
  useEffect(() => {
    if (!byItself || tried.current) return;
    tried.current = true;
    void run(false);
  }, [byItself]);
  return run;
}
