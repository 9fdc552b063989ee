import { RingProgress } from "@mantine/core";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { withoutVerdict } from "../../shared/cleaning-state.ts";
import { share } from "../../shared/numbers.ts";
import { VERDICTS } from "../../shared/verdicts.ts";
import { wordsOf } from "./VerdictMark.tsx";

/** Ring chart of a cleaning's distinct addresses by verdict; those without a verdict are gray. */
export function CleaningRing({ cleaning, size }: { cleaning: Cleaning; size: number }) {
  const { counts } = cleaning;
  const parts = [
    ...VERDICTS.map((key) => ({ key, addresses: counts[key] })),
    { key: "none" as const, addresses: withoutVerdict(cleaning) },
  ].filter(({ addresses }) => addresses > 0);
  const all = parts.reduce((sum, { addresses }) => sum + addresses, 0);
  return (
    <RingProgress
      size={size}
      thickness={Math.round(size * 0.16)}
      flex="none"
      rootColor="var(--w-line)"
      sections={parts.map(({ key, addresses }) => ({
        value: (addresses / all) * 100,
        color: `var(--w-${key})`,
      }))}
      role="img"
      aria-label={parts
        .map(({ key, addresses }) => `${wordsOf(key).name} ${share(addresses / all)}`)
        .join(", ")}
    />
  );
}
