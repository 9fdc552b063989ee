import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { withoutVerdict } from "../../shared/judged.ts";
import { Ring } from "./Ring.tsx";

/** The ring of a cleaning's distinct addresses: those without a verdict are a grey share of it. */
export function CleaningRing(props: { cleaning: Cleaning; size: number }) {
  const { cleaning, size } = props;
  return <Ring counts={cleaning.counts} none={withoutVerdict(cleaning)} size={size} />;
}
