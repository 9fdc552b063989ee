import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { chooseColumn, isAddressHeader, type OpenList, sampleColumns } from "../lists/index.ts";
import { entriesIn } from "./entries.ts";

const SAMPLED_ROWS = 1_000;

/** Headers of domain columns, and of address columns specific to suppression lists. */
const ENTRY_HEADER = /domain|address|suppress|block/i;

/**
 * Returns the indexes of entry columns: `given` (name or one-based number), or detected. Fails with
 * `suppression_column` or `file_column_unknown`.
 */
export function entryColumns(opened: OpenList, name: string, given: string | undefined): Result<number[]> {
  const { columns, hasHeader } = opened.meta;
  if (given !== undefined) return columnNamed(columns, given);
  if (columns.length < 2) return ok([0]);
  const sample = Array.from({ length: Math.min(opened.rows, SAMPLED_ROWS) }, (_, row) => opened.cells(row));
  // Lists of only domains are read without a header.
  const [first = []] = sample;
  const isHeader = !hasHeader && first.every((cell) => !holdsEntry(cell));
  const header = hasHeader ? columns : isHeader ? first : null;
  const rows = isHeader ? sample.slice(1) : sample;
  const samples = sampleColumns(rows, columns.length, new Set(), holdsEntry);
  const addresses = sampleColumns(rows, columns.length);
  // `Email Domain` is no address column if it contains only domains.
  const named = header?.map((one, index) => ((addresses[index]?.addresses ?? 0) > 0 ? one : "")) ?? null;
  const byAddress = chooseColumn(samples, named);
  const { candidates } = byAddress;
  const isNamed = candidates.some((index) => isAddressHeader(named?.[index] ?? ""));
  const byEntry = isNamed ? null : chooseColumn(samples, header, (one) => ENTRY_HEADER.test(one)).column;
  const column = byAddress.column ?? byEntry;
  if (column === null && candidates.length > 0) {
    const choices = candidates.map((index) => header?.[index] ?? String(index + 1));
    return fail(problem("suppression_column", { name, columns: choices }));
  }
  const domains = candidates.filter((index) => /domain/i.test(header?.[index] ?? ""));
  return ok([...new Set([column ?? 0, ...domains])]);
}

function holdsEntry(cell: string): boolean {
  const { entries, bare } = entriesIn(cell);
  return entries.length > 0 || bare !== null;
}

function columnNamed(columns: readonly string[], given: string): Result<number[]> {
  const wanted = given.trim().toLowerCase();
  const named = columns.findIndex((column) => column.trim().toLowerCase() === wanted);
  const index = named >= 0 || !/^\d+$/.test(wanted) ? named : Number(wanted) - 1;
  if (index >= 0 && index < columns.length) return ok([index]);
  return fail(problem("file_column_unknown", { column: given, columns: [...columns] }));
}
