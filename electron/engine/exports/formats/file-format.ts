import type { ExportRequest } from "../../../../shared/bridge/exports.ts";

/** The format that a file's name asks for: a workbook for `.xlsx`, the original records byte for byte otherwise. */
export function formatOfName(path: string): ExportRequest["format"] {
  return /\.xlsx$/i.test(path) ? { kind: "xlsx", formulaGuard: true } : { kind: "exact" };
}
