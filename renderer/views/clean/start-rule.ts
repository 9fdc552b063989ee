import type { Intake } from "../../stores/intake.ts";

/**
 * Whether a list starts without being asked for: only where the user has set a limit in Settings, the price is known,
 * within that limit and covered by the balance, nothing about the reading was changed by hand, and nothing went wrong.
 */
export function startsByItself(intake: Intake, underCredits: number): boolean {
  const { price } = intake;
  if (underCredits <= 0 || price === null || intake.pricing || intake.starting) return false;
  if (intake.startProblem ?? intake.priceProblem ?? intake.problem) return false;
  if (Object.keys(intake.readOptions).length > 0) return false;
  if (price.available === null || price.credits > price.available) return false;
  return price.credits > 0 && price.credits <= underCredits;
}
