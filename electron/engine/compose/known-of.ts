import { flagsOf, verdictOf } from "../../../shared/verdicts.ts";
import { type CleaningRow, onlyAddressIn, type PartRow, type SingleAnswer } from "../cleanings/index.ts";
import type { Freshness } from "../results/index.ts";
import type { Layout } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import type { EngineTasks } from "../work.ts";

interface KnownOfTools {
  readonly runner: Pick<TaskRunner<EngineTasks>, "run">;
  readonly layout: Layout;
  readonly fresh: () => Freshness;
}

/** The fresh verdict of the only address of a part, whichever check or list it came from; null: none is known. */
export async function knownOf(
  { runner, layout, fresh }: KnownOfTools,
  { scope }: CleaningRow,
  { cleaningId, ordinal }: PartRow,
): Promise<SingleAnswer | null> {
  const address = await onlyAddressIn(layout.cleaning(cleaningId).upload(ordinal));
  if (address === null) return null;
  const asked = { archive: layout.archive, scope, address, fresh: fresh(), longPast: 0 };
  const recalled = await runner.run("results.recall", asked);
  const found = recalled.ok ? recalled.value.known : null;
  const verdict = found === null ? null : verdictOf(found.verdict);
  return found === null || verdict === null
    ? null
    : { verdict, flags: flagsOf(found.flags), at: found.verifiedAt };
}
