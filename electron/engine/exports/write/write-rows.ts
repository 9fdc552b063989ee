import { type CellCounts, noCellCounts } from "../../../../shared/bridge/cell-counts.ts";
import type { ExportRequest } from "../../../../shared/bridge/exports.ts";
import { isConverted } from "../../lists/index.ts";
import type { OpenCleaning } from "../../results/index.ts";
import type { ByteSink } from "../files/byte-sink.ts";
import { createCsvWriter } from "../formats/csv.ts";
import { writeExact } from "../formats/exact.ts";
import { openRecords, type RecordSource } from "../formats/record-source.ts";
import { sizeOfTable, writeTable } from "../formats/row-layout.ts";
import { createXlsxWriter } from "../formats/xlsx.ts";

export type WriteRequest = Pick<
  ExportRequest,
  "filter" | "sort" | "format" | "withVerdicts" | "columns" | "split" | "readAs" | "shown" | "allowShrink"
>;

export type RowCounts = Required<CellCounts>;

export async function writeRows(
  cleaning: OpenCleaning,
  rows: Uint32Array,
  request: WriteRequest,
  open: () => ByteSink,
  progress: (written: number) => void,
): Promise<RowCounts & { bytes: number }> {
  const inOrder = request.sort.by.kind === "row" && !request.sort.descending;
  const source = openRecords(cleaning.list.recordsPath, inOrder);
  let sink: ByteSink | null = null;
  try {
    sink = open();
    const counts = await writeFormat(cleaning, rows, request, source, sink, progress);
    const bytes = await sink.finish();
    sink = null;
    progress(rows.length);
    return { ...counts, bytes };
  } finally {
    await sink?.abandon();
    source.close();
  }
}

async function writeFormat(
  cleaning: OpenCleaning,
  rows: Uint32Array,
  request: WriteRequest,
  source: RecordSource,
  sink: ByteSink,
  progress: (written: number) => void,
): Promise<RowCounts> {
  const { format, columns, withVerdicts } = request;
  const { meta } = cleaning.list;
  // In a workbook or JSON, a text that begins like a formula was only a text.
  const converted = isConverted(meta);
  if (isCopied(request) && !converted) {
    const counts = await writeExact(cleaning, rows, withVerdicts, source, sink, progress);
    return { ...noCellCounts(), ...counts };
  }
  // Such records, and a selection of columns, are re-encoded in the list's own dialect.
  const dialect =
    format.kind === "exact"
      ? { ...meta, bom: meta.bomBytes > 0, formulaGuard: converted && ("harmful" as const) }
      : format.kind === "csv"
        ? format
        : null;
  const isWorkbook = dialect === null;
  const chosen = { columns, withVerdicts, alwaysHeader: isWorkbook, withTypes: isWorkbook };
  const writer = isWorkbook
    ? createXlsxWriter(
        { formulaGuard: guards(format), size: sizeOfTable(cleaning, rows, chosen, source) },
        sink,
      )
    : createCsvWriter(dialect, sink);
  return writeTable(cleaning, rows, chosen, source, { writer, sink }, progress);
}

function isCopied({ format, columns }: Pick<WriteRequest, "format" | "columns">): boolean {
  return format.kind === "exact" && columns === null;
}

function guards(format: WriteRequest["format"]): boolean {
  return format.kind !== "exact" && format.formulaGuard;
}
