export { createExportCalls, type ExportCallName, type ExportCalls, type ExportCallsInput } from "./calls.ts";
export { defaultExportFilter } from "./default-filter.ts";
export { formatOfName } from "./formats/file-format.ts";
export { VERDICT_COLUMNS } from "./formats/verdict-cells.ts";
export { createReportCalls } from "./report/calls.ts";
export { exportTasks } from "./tasks.ts";
export type { WriteInput, WriteOutcome, WriteProgress, WrittenFile } from "./types.ts";
export type { WriteRequest } from "./write/write-rows.ts";
