import { inWords, type Line } from "./line.ts";
import type { OldFigure } from "./markdown.ts";

/** Ratio up to which two runs of the same program may differ. */
const NOISE = 1.15;

/** Returns one sentence for each line that got slower since `before`, worst first. */
export function findRegressions(lines: readonly Line[], before: readonly OldFigure[]): string[] {
  const worse = lines.flatMap((line) => {
    const old = before.find(({ task, peer }) => task === line.task && peer === line.peer);
    if (old === undefined || line.figure === null) return [];
    const factor = line.target?.sense === "at least" ? old.figure / line.figure : line.figure / old.figure;
    if (!(factor > NOISE)) return [];
    const [then, now] = [inWords(old.figure, line.unit), inWords(line.figure, line.unit)];
    // A peer in parentheses is the name of a figure.
    const against = line.peer.startsWith("(") ? ` ${line.peer}` : ` against ${line.peer}`;
    return [{ factor, text: `${line.task}${against}: ${now}, was ${then} (${factor.toFixed(2)} times)` }];
  });
  return worse.sort((a, b) => b.factor - a.factor).map(({ text }) => text);
}
