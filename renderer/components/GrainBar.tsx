import type { Answer } from "../../shared/bridge/answer.ts";
import css from "./GrainBar.module.css";

/** Distributes `grains` proportionally to `counts` by largest remainder. Non-zero counts get at least one grain. */
export function grainsOf(counts: readonly number[], grains: number): number[] {
  const sum = counts.reduce((all, one) => all + one, 0);
  if (sum === 0) return counts.map(() => 0);
  const due = counts.map((one) => (one / sum) * grains);
  const given = due.map((one) => (one === 0 ? 0 : Math.max(1, Math.floor(one))));
  const short = (at: number) => (due[at] ?? 0) - (given[at] ?? 0);
  let left = grains - given.reduce((all, one) => all + one, 0);
  while (left !== 0) {
    const step = Math.sign(left);
    const able = [...given.keys()].filter((at) => (step > 0 ? given[at] !== 0 : (given[at] ?? 0) > 1));
    const best = able.reduce<number | undefined>(
      (most, at) => (most === undefined || step * short(at) > step * short(most) ? at : most),
      undefined,
    );
    if (best === undefined) return given;
    given[best] = (given[best] ?? 0) + step;
    left -= step;
  }
  return given;
}

/** Full: safe. Husk: accept-all. Outline: unknown. Chaff: do not send. Dot: left out. */
type Grain = "full" | "husk" | "outline" | "chaff" | "dot" | "paid" | "free";

export interface GrainPart {
  readonly grain: Grain;
  readonly count: number;
}

export function answerGrains({ segments, acceptAll, notVerified }: Answer): GrainPart[] {
  return [
    { grain: "full", count: segments.safe.addresses },
    { grain: "husk", count: acceptAll },
    { grain: "outline", count: segments.risky.addresses - acceptAll },
    { grain: "chaff", count: segments.do_not_send.addresses },
    { grain: "dot", count: notVerified?.addresses ?? 0 },
  ];
}

const GRAINS = 100;
const HIGH = 24;
const STEP = 10;
const HALF = 2.9;

function Shape({ grain, at }: { grain: Grain; at: number }) {
  const x = at * STEP + STEP / 2;
  switch (grain) {
    case "full":
    case "paid":
      return <ellipse className={css[grain]} cx={x} cy={HIGH / 2} rx={HALF} ry={11} />;
    case "husk":
      return (
        <ellipse
          className={css.husk}
          cx={x}
          cy={HIGH / 2}
          rx={HALF * 0.8}
          ry={11}
          transform={`rotate(14 ${x} ${HIGH / 2})`}
        />
      );
    case "outline":
    case "free":
      return <ellipse className={css[grain]} cx={x} cy={HIGH / 2} rx={HALF} ry={10.5} />;
    case "chaff":
      return <ellipse className={css.chaff} cx={x} cy={HIGH - 5.5} rx={HALF} ry={5} />;
    case "dot":
      return <circle className={css.dot} cx={x} cy={HIGH - 3} r={1.6} />;
  }
}

export function GrainMark({ grain }: { grain: Grain }) {
  return (
    <svg className={css.mark} viewBox={`0 0 ${STEP} ${HIGH}`} aria-hidden="true">
      <Shape grain={grain} at={0} />
    </svg>
  );
}

/** Bar of a whole's parts. Decorative, since the numbers are next to it as text. */
export function GrainBar({ parts, grains = GRAINS }: { parts: readonly GrainPart[]; grains?: number }) {
  const shares = grainsOf(
    parts.map(({ count }) => count),
    grains,
  );
  const shown = parts.flatMap(({ grain }, at) => Array.from({ length: shares[at] ?? 0 }, () => grain));
  return (
    <svg
      className={css.bar}
      viewBox={`0 0 ${grains * STEP} ${HIGH}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {shown.map((grain, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a grain is its place
        <Shape key={at} grain={grain} at={at} />
      ))}
    </svg>
  );
}
