export { createExportCalls, type ExportCallName, type ExportCalls, type ExportCallsInput } from "./calls.ts";
export { defaultExportFilter } from "./default-filter.ts";
export { formatOfName } from "./file-format.ts";
export { createReportCalls } from "./report/calls.ts";
export { exportTasks } from "./tasks.ts";
export type { WriteInput, WriteOutcome, WriteProgress, WrittenFile } from "./types.ts";
export { VERDICT_COLUMNS } from "./verdict-cells.ts";
export type { WriteRequest } from "./write-rows.ts";
