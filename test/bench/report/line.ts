export interface Line {
  /** Task and peer, which identify the line together. */
  readonly task: string;
  readonly peer: string;
  /** Figures of Winnow and the peer with units; empty if not available. */
  readonly winnow: string;
  readonly other: string;
  /** The figure compared with the target; `null` if it could not be measured. */
  readonly figure: number | null;
  readonly unit: Unit;
  readonly target: Target | null;
  /** Peak memory of Winnow and of the peer in megabytes. */
  readonly memory: string;
}

export type Unit = "×" | "ms" | "MB" | "kB" | "B" | "%";

export interface Target {
  readonly sense: "at most" | "at least";
  readonly value: number;
}

export const atMost = (value: number): Target => ({ sense: "at most", value });
export const atLeast = (value: number): Target => ({ sense: "at least", value });

/** Returns whether the target is met, or `null` without a target or a figure. */
export function isMet({ figure, target }: Pick<Line, "figure" | "target">): boolean | null {
  if (figure === null || target === null) return null;
  return target.sense === "at most" ? figure <= target.value : figure >= target.value;
}

/** Formats a figure with about three significant digits and its unit. */
export function inWords(value: number, unit: Unit): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 2 : 4;
  const text = value.toFixed(digits);
  return unit === "%" ? `${text} %` : `${text} ${unit}`;
}
