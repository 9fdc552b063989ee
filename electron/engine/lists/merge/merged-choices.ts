import { isDeepStrictEqual } from "node:util";
import type { ReadOptions } from "../../../../shared/bridge/lists.ts";
import type { Correction, StoredList } from "../stored/registry.ts";

/** What the user chose for lists, as far as it holds for one list made of them. */
export interface MergedChoices {
  readonly options: Pick<ReadOptions, "cut" | "fixCells">;
  readonly corrections: readonly Correction[];
}

/**
 * What was chosen for every list that it could matter to goes over to the merged one; where lists were answered
 * differently, it is asked again. Corrections are of what stands in cells, and go over one by one. `acceptedIn`: the
 * accepted corrections that were met in a list.
 */
export function mergedChoices(
  lists: readonly StoredList[],
  acceptedIn: (listId: string) => ReadonlyMap<string, string>,
): MergedChoices {
  const fixing = lists.filter(({ options }) => options.fixCells === true);
  const fixCells = fixing.length > 0 && lists.every((list) => fixing.includes(list) || !hasFixable(list));
  const corrections = new Map<string, string>();
  for (const list of lists) {
    const isOneByOne = fixCells || !fixing.includes(list);
    for (const [written, meant] of isOneByOne ? list.corrections : acceptedIn(list.id))
      if (!corrections.has(written)) corrections.set(written, meant);
  }
  const cut = cutOf(lists);
  return {
    options: { ...(cut === undefined ? {} : { cut }), ...(fixCells ? { fixCells } : {}) },
    corrections: [...corrections],
  };
}

/** Whether what was chosen for a list is what is chosen for the merged one: then no cell of it means another address there. */
export function isReadAlike({ options, corrections }: StoredList, merged: MergedChoices): boolean {
  return (
    options.cut === merged.options.cut &&
    (options.fixCells === true) === (merged.options.fixCells === true) &&
    isDeepStrictEqual(new Map(corrections), new Map(merged.corrections))
  );
}

function hasFixable({ preflight }: StoredList): boolean {
  return (preflight?.fixable ?? 0) + (preflight?.untidy ?? 0) > 0;
}

function cutOf(lists: readonly StoredList[]): ReadOptions["cut"] {
  const isAsked = lists.some(({ preflight }) => preflight?.questions?.some(({ kind }) => kind === "cut"));
  const [first, ...others] = new Set(lists.flatMap(({ options }) => options.cut ?? []));
  return isAsked || others.length > 0 ? undefined : first;
}
