export { expandsTooFar, namesInArchive, readArchive } from "./archive.ts";
export { type CellType, type CellTypes, cellTypeSchema, valueReader } from "./cell-types.ts";
export type { Sheet, Workbook } from "./parts.ts";
export { readWorkbook } from "./read-sheets.ts";
export { ArchiveRefusal } from "./refusal.ts";
export { type WrittenSheet, writeSheet } from "./sheet.ts";
export { type SheetSurvey, surveySheets } from "./survey.ts";
