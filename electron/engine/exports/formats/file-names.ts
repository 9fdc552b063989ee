import { extname } from "node:path";
import type { ExportRequest } from "../../../../shared/bridge/exports.ts";
import { type FileContents, WRITABLE } from "../../../../shared/problems/file-reasons.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";

/** Returns the format for a file name: a workbook for `.xlsx`, otherwise an exact copy. */
export function formatOfName(path: string): ExportRequest["format"] {
  return /\.xlsx$/i.test(path) ? { kind: "xlsx", formulaGuard: true } : { kind: "exact" };
}

/** Extensions with a known format. Any other, such as `.tmp`, is allowed for every format. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(WRITABLE).flat(),
  ...[".ods", ".fods", ".xls", ".xlsm", ".xlsb", ".xlt", ".xltx", ".xltm", ".numbers"],
  ...[".jsonl", ".ndjson", ".xml", ".yaml", ".yml", ".html", ".htm", ".vcf", ".sql"],
  ...[".pdf", ".doc", ".docx", ".odt", ".rtf"],
  ...[".parquet", ".feather", ".arrow", ".avro", ".orc"],
  ...[".db", ".sqlite", ".sqlite3", ".mdb", ".accdb", ".dbf"],
  ...[".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".zst", ".7z", ".rar"],
]);

/** Returns `out_format` if the extension means another format than `contents`, else `null`. */
export function nameProblem(path: string, contents: FileContents): Problem | null {
  const extension = extname(path).toLowerCase();
  const writable: readonly string[] = WRITABLE[contents];
  if (!KNOWN.has(extension) || writable.includes(extension)) return null;
  return problem("out_format", { path, contents });
}
