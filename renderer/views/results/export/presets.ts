import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { fileOf, RECOMMENDED_SEGMENTS } from "../../../../shared/bridge/segment-files.ts";

/** Presets in display order. `selected` requires selected rows, `not_verified` such addresses. */
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
export type Choice = Preset | `saved:${string}`;

export interface Intent {
  readonly filter: ExportFilter;
  readonly withVerdicts: boolean;
  readonly split: "one" | "per_verdict";
  /** Rows are written in table order instead of list order. */
  readonly asSorted: boolean;
  /** Suffix of the file name. `clean` is reserved for files that are safe to mail. */
  readonly part: string;
}

function intent(part: string, filter: ExportFilter, withVerdicts = false): Intent {
  return { filter, withVerdicts, split: "one", asSorted: false, part };
}

const NOTHING_SELECTED = { rows: [], except: [] };

/** Returns what `preset` writes. `onScreen` is the table's filter and selection. */
export function intentOf(preset: Preset, { selected = NOTHING_SELECTED, ...onScreen }: ExportFilter): Intent {
  switch (preset) {
    case "selected": {
      // If the segment itself is exported, suppressed rows belong to it.
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

/** Leaves out dropped rows, unless the filter asks for them. */
function undropped(filter: ResultFilter): ResultFilter {
  const asksForThem = filter.overridden === "drop" || filter.segments?.includes("do_not_send") === true;
  return asksForThem ? filter : { ...filter, leaveOutMarked: "drop" };
}

/** Leaves out rows flagged `unwanted`, unless the filter asks for them. */
function wanted(filter: ResultFilter): ResultFilter {
  const asksForThem = filter.flags?.includes("unwanted") === true || filter.segments?.includes("do_not_send");
  return asksForThem === true ? filter : { ...filter, leaveOutUnwanted: true };
}

function isEveryRow(filter: ResultFilter): boolean {
  return Object.keys(filter).length === 0;
}

/** Returns the default file name: the list's name with the part as suffix. Several files go into one ZIP. */
export function exportName(
  listName: string,
  { part, split }: Pick<Intent, "part" | "split">,
  extension: string,
): string {
  const bare = listName.replace(/(\.(csv|tsv|tab|txt|xlsx|ods))?(\.(gz|zip))?$/i, "");
  return `${bare}-${part}.${split === "per_verdict" ? "zip" : extension}`;
}
