import { inWords, isMet, type Line } from "./line.ts";

const HEADINGS = ["task", "against", "Winnow", "peer", "figure", "target", "", "peak memory"];

export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => {
    const met = isMet(line);
    return [
      line.task,
      line.peer,
      line.winnow,
      line.other,
      line.figure === null ? "not measured" : inWords(line.figure, line.unit),
      line.target === null
        ? ""
        : `${line.target.sense === "at most" ? "≤" : "≥"} ${line.target.value} ${line.unit}`,
      met === null ? "" : met ? "met" : "**missed**",
      line.memory,
    ];
  });
  return [HEADINGS, HEADINGS.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export interface OldFigure {
  readonly task: string;
  readonly peer: string;
  readonly figure: number;
}

export function figuresIn(markdown: string): OldFigure[] {
  return markdown.split("\n").flatMap((line) => {
    const [, task, peer, , , figure] = line.split("|").map((cell) => cell.trim());
    if (task === undefined || peer === undefined || figure === undefined) return [];
    const value = Number.parseFloat(figure);
    return Number.isNaN(value) ? [] : [{ task, peer, figure: value }];
  });
}

const REMARKS = "## Remarks";
const NO_REMARKS = `${REMARKS}\n\nNone.\n`;

/** Returns the complete report. The remarks below the table are written by hand and copied from `before`. */
export function reportOf(lines: readonly Line[], machine: string, runs: number, before: string): string {
  const at = before.indexOf(REMARKS);
  const remarks = at < 0 ? NO_REMARKS : before.slice(at);
  return `# Benchmark

Written by \`npm run bench\`; \`npm run bench -- --compare\` says what got slower since. Half a million generated rows
(66 MB, seven columns, 3.6 % repeated, 2 % malformed, 13,000 domains) and their results (37.5 MB), Winnow and its peers in
turns on the same files, medians of ${runs} runs. Figures against a peer are ratios, Winnow's time by the peer's: the
smaller the better. Each run is a process of its own, in which the engine has just come up.

Measured on: ${machine}

${tableOf(lines)}

${remarks}`;
}
