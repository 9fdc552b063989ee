export { createExportCalls, type ExportCalls } from "./calls.ts";
export { defaultExportFilter, type KeptRows } from "./default-filter.ts";
export { formatOfName } from "./formats/file-format.ts";
export { createReportCalls } from "./report/calls.ts";
export type { WriteInput } from "./types.ts";
