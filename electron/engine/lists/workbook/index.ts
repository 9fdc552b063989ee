export { ArchiveRefusal } from "./archive.ts";
export { readWorkbook, type Sheet, type Workbook } from "./parts.ts";
export type { RowNumbers } from "./row-numbers.ts";
export { writeSheet } from "./sheet.ts";
