import { extname } from "node:path";
import type { ExportRequest } from "../../../../shared/bridge/exports.ts";
import { type FileContents, WRITABLE } from "../../../../shared/problems/file-reasons.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";

/** Returns the format that a file's name asks for: a workbook for `.xlsx`, otherwise the original records byte for byte. */
export function formatOfName(path: string): ExportRequest["format"] {
  return /\.xlsx$/i.test(path) ? { kind: "xlsx", formulaGuard: true } : { kind: "exact" };
}

/** Extensions that stand for a format. All others, such as `.tmp`, may be used for anything. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(WRITABLE).flat(),
  ...[".ods", ".fods", ".xls", ".xlsm", ".xlsb", ".xlt", ".xltx", ".xltm", ".numbers"],
  ...[".jsonl", ".ndjson", ".xml", ".yaml", ".yml", ".html", ".htm", ".vcf", ".sql"],
  ...[".pdf", ".doc", ".docx", ".odt", ".rtf"],
  ...[".parquet", ".feather", ".arrow", ".avro", ".orc"],
  ...[".db", ".sqlite", ".sqlite3", ".mdb", ".accdb", ".dbf"],
  ...[".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".zst", ".7z", ".rar"],
]);

/** Returns the problem `out_format` if the name stands for a format that `contents` are not written in; otherwise `null`. */
export function nameProblem(path: string, contents: FileContents): Problem | null {
  const extension = extname(path).toLowerCase();
  const writable: readonly string[] = WRITABLE[contents];
  if (!KNOWN.has(extension) || writable.includes(extension)) return null;
  return problem("out_format", { path, contents });
}
