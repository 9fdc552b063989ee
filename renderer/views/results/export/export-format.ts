import type { ExportRequest } from "../../../../shared/bridge/exports.ts";

export type FormatName = "exact" | "excel" | "xlsx";
type Format = ExportRequest["format"];

export const DELIMITERS = [",", ";", "\t"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The format to ask for. The formula guard has no meaning for an exact copy, whose bytes are left alone. */
export function formatOf(name: FormatName, delimiter: Delimiter, formulaGuard: boolean): Format {
  switch (name) {
    case "exact":
      return { kind: "exact" };
    case "excel":
      return { kind: "csv", delimiter, encoding: "utf-8", bom: true, newline: "\r\n", formulaGuard };
    case "xlsx":
      return { kind: "xlsx", formulaGuard };
  }
}
