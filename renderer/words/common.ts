import { count } from "../../shared/numbers.ts";

export const commonWords = {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  undo: "Undo",
  takeBack: "Take back",
  tryAgain: "Try again",
  showMore: "Show more",
  allLists: "All lists",
} as const;

export interface NamedList {
  readonly name: string;
  readonly inBin: boolean;
  readonly sandbox: boolean;
}

const NAMED = 3;

/** Returns the lists as a phrase: the first few by name, the rest as a count. */
export function namesOf(lists: readonly NamedList[]): string {
  const names = lists
    .slice(0, NAMED)
    .map(
      ({ name, inBin, sandbox }) => `'${name}'${sandbox ? " (sandbox)" : ""}${inBin ? " in the bin" : ""}`,
    );
  const more = lists.length - names.length;
  if (more > 0) names.push(more === 1 ? "one more list" : `${count(more)} more lists`);
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
