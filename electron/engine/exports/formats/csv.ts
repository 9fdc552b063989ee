import iconv from "iconv-lite";
import { createFormulaGuard, encodingNamed, mayHarm, quoteCell } from "../../text/index.ts";
import type { ByteSink } from "../files/byte-sink.ts";
import type { TableWriter } from "./row-layout.ts";

export interface CsvDialect {
  readonly delimiter: string;
  readonly encoding: string;
  readonly bom: boolean;
  readonly newline: string;
  /** `harmful`: only of formulas that could do harm, so that other cells stay as they are. */
  readonly formulaGuard: boolean | "harmful";
}

const BATCH = 64 * 1024;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Returns whether lists can be written in an encoding. iconv's other codecs are not accepted. */
export function isEncoding(name: string): boolean {
  return encodingNamed(name) !== null;
}

export function createCsvWriter(dialect: CsvDialect, sink: ByteSink): TableWriter {
  const { delimiter, newline, formulaGuard } = dialect;
  const encoding = encodingNamed(dialect.encoding)?.name ?? dialect.encoding;
  const isUtf8 = /^utf-?8$/i.test(encoding);
  const encode = (text: string): Buffer =>
    isUtf8 ? Buffer.from(text, "utf8") : iconv.encode(text, encoding, { addBOM: false });
  const guard = createFormulaGuard(delimiter);
  let guarded = 0;
  let formulas = 0;
  let replaced = 0;
  const isUnicode = /^utf/i.test(encoding);
  const takesMark = isUnicode || encoding === "GB18030";
  const isLost = (cell: string) =>
    !isUnicode && BEYOND_ASCII.test(cell) && iconv.decode(encode(cell), encoding) !== cell;
  let batch = dialect.bom && takesMark ? "\ufeff" : "";

  function flush(): void {
    sink.write(encode(batch));
    batch = "";
  }

  const writer: TableWriter = {
    mostCells: Number.POSITIVE_INFINITY,
    above: (cells) => writer.row(cells),
    row(cells) {
      for (let at = 0; at < cells.length; at++) {
        let cell = cells[at] ?? "";
        if (guard.isDangerous(cell)) {
          if (formulaGuard === true || (formulaGuard === "harmful" && mayHarm(cell))) {
            cell = guard.disarmed(cell);
            guarded++;
          } else formulas++;
        }
        if (isLost(cell)) replaced++;
        if (batch.length > BATCH) flush();
        batch += at === 0 ? quoteCell(cell, delimiter) : delimiter + quoteCell(cell, delimiter);
      }
      // A blank line would not be a row.
      if (cells.length === 1 && cells[0] === "") batch += '""';
      batch += newline;
      if (batch.length > BATCH) flush();
    },
    finish() {
      flush();
      return { guarded, replaced, formulas };
    },
  };
  return writer;
}
