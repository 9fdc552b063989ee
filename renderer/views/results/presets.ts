import type { ResultFilter } from "../../../shared/bridge/results.ts";
import { RECOMMENDED } from "../../../shared/verdicts.ts";

export const PRESETS = [
  "screen",
  "safe",
  "recommended",
  "risky",
  "do_not_send",
  "everything",
  "per_verdict",
] as const;
export type Preset = (typeof PRESETS)[number];

/** What a preset writes: which rows, and whether their verdicts go with them. */
export interface Intent {
  readonly filter: ResultFilter;
  readonly withVerdicts: boolean;
  readonly split: "one" | "per_verdict";
  /** The rows go out in the order on screen; otherwise in the list's own. */
  readonly asSorted: boolean;
}

function intent(filter: ResultFilter, withVerdicts = false): Intent {
  return { filter, withVerdicts, split: "one", asSorted: false };
}

/** What `preset` writes; `onScreen` is the filter that the table shows. */
export function intentOf(preset: Preset, onScreen: ResultFilter): Intent {
  switch (preset) {
    case "screen":
      return { ...intent(onScreen), asSorted: true };
    case "safe":
      return intent({ verdicts: ["deliverable"], classes: ["first"], applyOverrides: true });
    case "recommended":
      return intent({ verdicts: [...RECOMMENDED], classes: ["first"], applyOverrides: true });
    case "risky":
      return intent({ verdicts: ["accept_all", "unknown"], classes: ["first"] });
    case "do_not_send":
      return intent({ verdicts: ["undeliverable", "none"], classes: ["first", "malformed"] });
    case "everything":
      return intent({}, true);
    case "per_verdict":
      return { ...intent({}, true), split: "per_verdict" };
  }
}

/** The name offered for the file: the list's own, with what was taken out of it; several files go into one ZIP. */
export function exportName(listName: string, preset: Preset | null, extension: string): string {
  const bare = listName.replace(/(\.(csv|tsv|tab|txt|xlsx|ods))?(\.(gz|zip))?$/i, "");
  const part: Record<Preset, string> = {
    screen: "clean",
    safe: "safe",
    recommended: "clean",
    risky: "risky",
    do_not_send: "do-not-send",
    everything: "verdicts",
    per_verdict: "by-verdict",
  };
  if (preset === null) return `${bare}-clean.${extension}`;
  return `${bare}-${part[preset]}.${preset === "per_verdict" ? "zip" : extension}`;
}
