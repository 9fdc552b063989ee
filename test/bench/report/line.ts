/** One measured figure. */
export interface Line {
  /** What was done, and what it is compared with; together they name the line. */
  readonly task: string;
  readonly peer: string;
  /** What Winnow needed and what the peer needed, with their units; empty where there is no such figure. */
  readonly winnow: string;
  readonly other: string;
  /** The figure that the target is about; null: it could not be measured. */
  readonly figure: number | null;
  readonly unit: Unit;
  readonly target: Target | null;
  /** Peak memory of Winnow and of the peer, in megabytes. */
  readonly memory: string;
}

export type Unit = "×" | "ms" | "MB" | "kB" | "%";

export interface Target {
  readonly sense: "at most" | "at least";
  readonly value: number;
}

export const atMost = (value: number): Target => ({ sense: "at most", value });
export const atLeast = (value: number): Target => ({ sense: "at least", value });

/** Whether the target was met; null when there is none, or no figure. */
export function isMet({ figure, target }: Pick<Line, "figure" | "target">): boolean | null {
  if (figure === null || target === null) return null;
  return target.sense === "at most" ? figure <= target.value : figure >= target.value;
}

/** A figure with three digits that count, and its unit. */
export function inWords(value: number, unit: Unit): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : value >= 0.1 ? 2 : 4;
  const text = value.toFixed(digits);
  return unit === "%" ? `${text} %` : `${text} ${unit}`;
}
