import { readFile } from "node:fs/promises";
import { readOnlyAddress } from "../../lists/index.ts";

/** The only address in the file of a part at `path`; null: it is not there. */
export async function onlyAddressIn(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : readOnlyAddress(text);
}
