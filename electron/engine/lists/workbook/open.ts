import { readParts, type Workbook } from "./parts.ts";

/** Reads what the sheets of the workbook at `path` refer to. Throws {@link ArchiveRefusal}. */
export function readWorkbook(path: string): Promise<Workbook> {
  return readParts(path);
}
