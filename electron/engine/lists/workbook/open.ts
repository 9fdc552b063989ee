import { readDirectory } from "./directory.ts";
import { readOds } from "./ods.ts";
import { readParts, type Workbook } from "./parts.ts";

/** Reads which sheets the workbook at `path` has, and what they refer to. Throws {@link ArchiveRefusal}. */
export async function readWorkbook(path: string): Promise<Workbook> {
  const isOds = readDirectory(path).some(({ name }) => name.toLowerCase() === "content.xml");
  return isOds ? readOds(path) : readParts(path);
}
