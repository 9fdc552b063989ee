import { namesInArchive, readArchive } from "./archive.ts";
import { odsReader, readOds } from "./ods.ts";
import { readParts, type Sheet, type Workbook } from "./parts.ts";
import { type SheetListener, sheetReader } from "./sheet-rows.ts";

/** Reads which sheets the workbook at `path` has, and what they refer to. Throws {@link ArchiveRefusal}. */
export async function readWorkbook(path: string): Promise<Workbook> {
  const isOds = (await namesInArchive(path)).some((name) => name.toLowerCase() === "content.xml");
  return isOds ? readOds(path) : readParts(path);
}

/**
 * Reads the rows of those sheets of a workbook for which `listenerOf` answers one, in one go through the file; answers
 * how many of them there were. Throws {@link ArchiveRefusal} and the file system's errors.
 */
export async function readSheets(
  path: string,
  workbook: Workbook,
  listenerOf: (sheet: Sheet) => SheetListener | null,
  progress: (bytesRead: number) => void,
): Promise<number> {
  let read = 0;
  if (workbook.format === "ods") {
    const counted = (sheet: Sheet) => {
      const listener = listenerOf(sheet);
      if (listener !== null) read++;
      return listener;
    };
    const rows = odsReader(workbook.sheets, counted);
    await readArchive(path, (name) => (name.toLowerCase() === "content.xml" ? rows : null), progress);
    return read;
  }
  const want = (name: string) => {
    const sheet = workbook.sheets.find(({ part }) => part.toLowerCase() === name.toLowerCase());
    const listener = sheet === undefined ? null : listenerOf(sheet);
    if (listener === null) return null;
    read++;
    return sheetReader(workbook, listener);
  };
  await readArchive(path, want, progress);
  return read;
}
