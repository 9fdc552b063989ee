import { readFileSync } from "node:fs";

/** Matches in the built program, where this module is part of a file in out/main/ or its chunks. */
const built = /^(.*\/)out\/main\//.exec(import.meta.url);
const manifest = new URL("package.json", built?.[1] ?? new URL("../../../../", import.meta.url));

/** Returns Winnow's version. Imports nothing else, so that `--version` is fast. */
export function version(): string {
  const read: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  const isNamed = typeof read === "object" && read !== null && "version" in read;
  return isNamed && typeof read.version === "string" ? read.version : "";
}
