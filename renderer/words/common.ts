import { count, counted, size } from "../../shared/numbers.ts";
import type { Problem } from "../../shared/problems.ts";

export const commonWords = {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  undo: "Undo",
  revert: "Revert",
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

export const numberWords = {
  labelled: (label: string, unit: string) => `${label} (${unit})`,
  range: (min: number, max: number) => `From ${count(min)} to ${count(max)}.`,
  refused: (min: number, max: number, value: number | null) =>
    `Enter a whole number from ${count(min)} to ${count(max)}.${value === null ? "" : ` Until then, ${count(value)} applies.`}`,
  saved: "Saved",
} as const;

export const hostGone: Problem = {
  code: "internal",
  title: "Winnow is not responding",
  detail: "Winnow's background process has stopped or was closed. Your data is safe.",
  action:
    "This page keeps trying to reconnect. If you closed Winnow, start it again and open the link that it prints.",
};

export const checkCutOff: Problem = {
  code: "internal",
  title: "Winnow stopped before the answer arrived",
  detail: "If the check was already sent, it may have cost one credit.",
  action:
    "Check it again once Winnow is running: a check that was sent is not charged twice. One that was not sent costs one credit.",
};

/** Returns whether the host was unreachable, so that a retry may succeed. */
export function isHostGone(problem: Problem): boolean {
  return problem.code === hostGone.code && problem.title === hostGone.title;
}

export const faultWords = {
  windowTitle: "Winnow cannot be shown",
  screenTitle: "This screen cannot be shown",
  detail:
    "Winnow hit an internal error while showing it. Your lists and results are safe, cleanings under way continue, and the error did not start or charge anything.",
  action: "Try again, or go to Lists. If that does not help, send us the diagnostics from Settings.",
  toLists: "Go to Lists",
} as const;

export const pasteWords = {
  pasted: (addresses: number) => `About ${counted(addresses, "address", "addresses")} pasted`,
  size: (lines: number, characters: number) => `${counted(lines, "line")}, ${size(characters)}`,
  more: (lines: number) => `… and ${counted(lines, "more line", "more lines")}`,
  remove: "Remove",
} as const;
