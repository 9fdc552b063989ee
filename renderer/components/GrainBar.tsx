import css from "./GrainBar.module.css";
import { grainsOf } from "./grains.ts";

/** A full grain is good, a husk leans, an outline is not known, chaff lies low, a dot is left out. */
type Grain = "full" | "husk" | "outline" | "chaff" | "dot";

export interface GrainPart {
  readonly grain: Grain;
  readonly count: number;
}

const GRAINS = 100;
const HIGH = 24;
const STEP = 10;
const HALF = 2.9;

function Shape({ grain, at }: { grain: Grain; at: number }) {
  const x = at * STEP + STEP / 2;
  switch (grain) {
    case "full":
      return <ellipse className={css.full} cx={x} cy={HIGH / 2} rx={HALF} ry={11} />;
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
      return <ellipse className={css.outline} cx={x} cy={HIGH / 2} rx={HALF} ry={10.5} />;
    case "chaff":
      return <ellipse className={css.chaff} cx={x} cy={HIGH - 5.5} rx={HALF} ry={5} />;
    case "dot":
      return <circle className={css.dot} cx={x} cy={HIGH - 3} r={1.6} />;
  }
}

/**
 * Parts of one whole as grains, in their order. It is a picture of numbers that stand beside it in words, so readers of the
 * page skip it.
 */
export function GrainBar({ parts }: { parts: readonly GrainPart[] }) {
  const shares = grainsOf(
    parts.map(({ count }) => count),
    GRAINS,
  );
  const shown = parts.flatMap(({ grain }, at) => Array.from({ length: shares[at] ?? 0 }, () => grain));
  return (
    <svg
      className={css.bar}
      viewBox={`0 0 ${GRAINS * STEP} ${HIGH}`}
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
