import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { fileOf, RECOMMENDED_SEGMENTS } from "../../../../shared/bridge/segment-files.ts";

/** In the order offered; `selected` only while rows are, `not_verified` only where there are such addresses. */
export const PRESETS = [
  "selected",
  "screen",
  "safe",
  "recommended",
  "risky",
  "do_not_send",
  "not_verified",
  "everything",
  "per_verdict",
] as const;
export type Preset = (typeof PRESETS)[number];
/** What is chosen in the export dialog: a preset by intent, or one that the user saved. */
export type Choice = Preset | `saved:${string}`;

/** What a preset writes: which rows, and whether their verdicts go with them. */
export interface Intent {
  readonly filter: ExportFilter;
  readonly withVerdicts: boolean;
  readonly split: "one" | "per_verdict";
  /** The rows go out in the order on screen; otherwise in the list's own. */
  readonly asSorted: boolean;
  /** What its file is called, after the list: `clean` is a file that may be mailed as it is, and nothing else. */
  readonly part: string;
}

function intent(part: string, filter: ExportFilter, withVerdicts = false): Intent {
  return { filter, withVerdicts, split: "one", asSorted: false, part };
}

const NOTHING_SELECTED = { rows: [], except: [] };

/** What `preset` writes; `onScreen` is the filter that the table shows, and what of its rows is selected. */
export function intentOf(preset: Preset, { selected = NOTHING_SELECTED, ...onScreen }: ExportFilter): Intent {
  switch (preset) {
    case "selected": {
      // Those in that segment are not to be mailed, and the suppressed ones are there for that.
      const suppressed = onScreen.segments?.includes("do_not_send") ? { leaveOutSuppressed: false } : {};
      return { ...intent("selection", { selected, ...suppressed }), asSorted: true };
    }
    case "screen":
      return {
        ...intent(isEveryRow(onScreen) ? "all-rows" : "filtered", wanted(undropped(onScreen))),
        asSorted: true,
      };
    case "safe":
      return intent("safe", fileOf("safe"));
    case "recommended":
      return intent("clean", fileOf(...RECOMMENDED_SEGMENTS));
    case "risky":
      return intent("risky", fileOf("risky"));
    case "do_not_send":
      return intent("do-not-send", fileOf("do_not_send"));
    case "not_verified":
      return intent("not-verified", fileOf("not_verified"));
    case "everything":
      return intent("verdicts", {}, true);
    case "per_verdict":
      return { ...intent("by-verdict", wanted(undropped({})), true), split: "per_verdict" };
  }
}

/** The same rows without those that the user struck out, unless it is those that are asked for. */
function undropped(filter: ResultFilter): ResultFilter {
  const asksForThem = filter.overridden === "drop" || filter.segments?.includes("do_not_send") === true;
  return asksForThem ? filter : { ...filter, leaveOutMarked: "drop" };
}

/** The same rows without those that another service says are not to be mailed, unless it is those that are asked for. */
function wanted(filter: ResultFilter): ResultFilter {
  const asksForThem = filter.flags?.includes("unwanted") === true || filter.segments?.includes("do_not_send");
  return asksForThem === true ? filter : { ...filter, leaveOutUnwanted: true };
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
