import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { RECOMMENDED } from "../../../../shared/verdicts.ts";

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
  /** What its file is called, after the list: `clean` is a file that may be mailed as it is, and nothing else. */
  readonly part: string;
}

function intent(part: string, filter: ResultFilter, withVerdicts = false): Intent {
  return { filter, withVerdicts, split: "one", asSorted: false, part };
}

/** What `preset` writes; `onScreen` is the filter that the table shows. */
export function intentOf(preset: Preset, onScreen: ResultFilter): Intent {
  switch (preset) {
    case "screen":
      return {
        ...intent(isEveryRow(onScreen) ? "all-rows" : "selection", undropped(onScreen)),
        asSorted: true,
      };
    case "safe":
      return intent("safe", { verdicts: ["deliverable"], classes: ["first"], applyOverrides: true });
    case "recommended":
      return intent("clean", { verdicts: [...RECOMMENDED], classes: ["first"], applyOverrides: true });
    case "risky":
      return intent("risky", undropped({ verdicts: ["accept_all", "unknown"], classes: ["first"] }));
    // Who is marked drop or suppressed is not to be mailed, and stays in it; who was never verified is not judged by it.
    case "do_not_send":
      return intent("do-not-send", {
        verdicts: ["undeliverable", "none"],
        classes: ["first", "malformed", "suppressed"],
        leaveOutMarked: "keep",
        leaveOutUnverified: true,
        leaveOutSuppressed: false,
      });
    case "everything":
      return intent("verdicts", {}, true);
    case "per_verdict":
      return { ...intent("by-verdict", undropped({}), true), split: "per_verdict" };
  }
}

/** The same rows without those that the user struck out, unless it is those that are asked for. */
function undropped(filter: ResultFilter): ResultFilter {
  return filter.overridden === "drop" ? filter : { ...filter, leaveOutMarked: "drop" };
}

function isEveryRow(filter: ResultFilter): boolean {
  return Object.keys(filter).length === 0;
}

/** The name offered for the file: the list's own, with what was taken out of it; several files go into one ZIP. */
export function exportName(
  listName: string,
  { part, split }: Pick<Intent, "part" | "split">,
  extension: string,
): string {
  const bare = listName.replace(/(\.(csv|tsv|tab|txt|xlsx|ods))?(\.(gz|zip))?$/i, "");
  return `${bare}-${part}.${split === "per_verdict" ? "zip" : extension}`;
}
