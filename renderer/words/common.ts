import { count } from "../format/numbers.ts";

/** What buttons say on several screens. */
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

/** `n` of something, by what one and what several of it are called. */
export function amount(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
