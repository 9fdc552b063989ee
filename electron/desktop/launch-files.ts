import { extname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Extensions registered with the system. */
export const LIST_EXTENSIONS: readonly string[] = [".csv", ".tsv", ".tab", ".txt", ".xlsx"];

/** Extensions that the open dialog and launches take, too. Most files with these are not lists. */
export const OPENABLE_EXTENSIONS: readonly string[] = [
  ...LIST_EXTENSIONS,
  ".ods",
  ".json",
  ".jsonl",
  ".gz",
  ".zip",
  ".eml",
  ".mbox",
];

/** Returns the lists among a launch's arguments (paths or `file:` URLs) as absolute paths, without duplicates. */
export function filesInArguments(args: readonly string[], workingDirectory: string): string[] {
  const files = args
    .slice(1)
    .filter((arg) => !arg.startsWith("-"))
    .map(pathOf)
    .filter((path) => path !== null && OPENABLE_EXTENSIONS.includes(extname(path).toLowerCase()))
    .map((path) => resolve(workingDirectory, path ?? ""));
  return [...new Set(files)];
}

/** Launchers on Linux may pass files as URLs (`%U` in a desktop entry). */
function pathOf(argument: string): string | null {
  if (!argument.startsWith("file:")) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}
