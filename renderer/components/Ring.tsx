import { VERDICTS, type Verdict, type VerdictCounts } from "../../shared/verdicts.ts";
import { share } from "../format/numbers.ts";
import { NO_VERDICT, VERDICT_WORDS } from "../words/verdicts.ts";
import css from "./Ring.module.css";

interface Arc {
  readonly key: Verdict | "none";
  readonly from: number;
  readonly length: number;
}

/** Arcs (fractions of the circle) for the counts that are not zero, clockwise from the top. */
export function arcsOf(counts: VerdictCounts, none: number): Arc[] {
  const entries = [
    ...VERDICTS.map((verdict) => ({ key: verdict, value: counts[verdict] })),
    { key: "none" as const, value: none },
  ];
  const total = entries.reduce((sum, entry) => sum + entry.value, 0);
  let from = 0;
  return entries.flatMap(({ key, value }) => {
    if (value === 0 || total === 0) return [];
    const arc = { key, from, length: value / total };
    from += arc.length;
    return [arc];
  });
}

/** The ring of verdicts. */
export function Ring(props: { counts: VerdictCounts; none: number; size: number }) {
  const { counts, none, size } = props;
  const arcs = arcsOf(counts, none);
  const width = size > 60 ? 13 : 16;
  const radius = 50 - width / 2;
  const round = 2 * Math.PI * radius;
  const spoken = arcs
    .map((arc) => {
      const name = arc.key === "none" ? NO_VERDICT.name : VERDICT_WORDS[arc.key].name;
      return `${name} ${share(arc.length)}`;
    })
    .join(", ");
  return (
    <div className={css.ring} style={{ width: size, height: size }}>
      <svg viewBox="0 0 100 100" width={size} height={size} role="img" aria-label={spoken}>
        <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--w-line)" strokeWidth={width} />
        {arcs.map((arc) => (
          <circle
            key={arc.key}
            cx="50"
            cy="50"
            r={radius}
            fill="none"
            stroke={`var(--w-${arc.key})`}
            strokeWidth={width}
            strokeDasharray={`${Math.max(arc.length * round - (arcs.length > 1 ? 1 : 0), 0.4)} ${round}`}
            strokeDashoffset={-arc.from * round}
            transform="rotate(-90 50 50)"
          />
        ))}
      </svg>
    </div>
  );
}
