import { basename } from "node:path";

/** The file's own name out of what a page said, without folders and control characters. Null: not a name. */
export function uploadName(said: string | undefined): string | null {
  if (said === undefined) return null;
  const name = basename(said.replaceAll("\\", "/").replaceAll(/\p{Cc}/gu, "")).trim();
  return name === "" || name === "." || name === ".." || name.length > 255 ? null : name;
}

/** When the user's file was last written, by what a page said in Unix milliseconds; now, where that is no time of the past. */
export function writtenAt(said: string | undefined): Date {
  const at = Number(said);
  return new Date(at > 0 && at < Date.now() ? at : Date.now());
}
