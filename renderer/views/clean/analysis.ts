import type { Analysis } from "../../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";

export const ANALYSIS_NAMES = [
  "common_isp",
  "role_based",
  "disposable",
  "spamtrap",
  "syntax_error",
] as const satisfies readonly (keyof Analysis)[];

export interface AnalysisLine {
  readonly name: (typeof ANALYSIS_NAMES)[number];
  /** Winnow's estimate, null where it makes none. */
  readonly here: number | null;
  readonly there: number;
}

/** The service's counts beside what was estimated here. Malformed addresses are never sent: none is expected there. */
export function comparedAnalysis(
  analysis: Analysis,
  estimate: Pick<Preflight, "free" | "role" | "disposable">,
): AnalysisLine[] {
  const here: Record<AnalysisLine["name"], number | null> = {
    common_isp: estimate.free,
    role_based: estimate.role,
    disposable: estimate.disposable,
    spamtrap: null,
    syntax_error: 0,
  };
  return ANALYSIS_NAMES.map((name) => ({ name, here: here[name], there: analysis[name] }));
}
