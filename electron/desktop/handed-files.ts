import { extname, resolve } from "node:path";

/** What Winnow offers to open. */
export const LIST_EXTENSIONS: readonly string[] = [".csv", ".tsv", ".tab", ".txt", ".xlsx"];

/** What the user may choose besides: of these, most files are no lists. */
export const CHOSEN_EXTENSIONS: readonly string[] = [
  ...LIST_EXTENSIONS,
  ".ods",
  ".json",
  ".jsonl",
  ".gz",
  ".zip",
];

/**
 * The lists among a launch's arguments, as absolute paths, in order, once each. Switches, the program itself and anything
 * that is not a list by its name are left out.
 */
export function filesInArguments(args: readonly string[], workingDirectory: string): string[] {
  const files = args
    .slice(1)
    .filter((arg) => !arg.startsWith("-") && LIST_EXTENSIONS.includes(extname(arg).toLowerCase()))
    .map((arg) => resolve(workingDirectory, arg));
  return [...new Set(files)];
}
