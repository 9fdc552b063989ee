import { readFileSync } from "node:fs";

/** In the built program this is part of a file in out/main/ or its chunks. */
const built = /^(.*\/)out\/main\//.exec(import.meta.url);
const manifest = new URL("package.json", built?.[1] ?? new URL("../../../../", import.meta.url));

/** The version of this Winnow, read without anything of Winnow but this. */
export function version(): string {
  const read: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  const isNamed = typeof read === "object" && read !== null && "version" in read;
  return isNamed && typeof read.version === "string" ? read.version : "";
}
