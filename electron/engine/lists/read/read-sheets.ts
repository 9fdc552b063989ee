import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { sheetsNamed, surveyed, type WorkbookSource, writeRecords } from "../intake/source.ts";
import type { CellTypes, Sheet, SheetSurvey } from "../workbook/index.ts";
import { sheetQuestion } from "./questions.ts";
import { readOnce } from "./read-once.ts";
import type { ReadInput, ReadProgress, Taken } from "./reading.ts";

const SHEETS_TRIED = 20;

/** Reads the sheet that was asked for, or the first one that holds addresses: of several, it is asked which. */
export async function readSheets(
  source: WorkbookSource,
  input: ReadInput,
  report: (progress: ReadProgress) => void,
): Promise<Result<Taken>> {
  const { list, name } = input;
  const { bytes } = source;
  const chosen = await chooseSheets(source, input, (bytesRead) =>
    report({ bytesRead, bytesTotal: bytes, rows: 0 }),
  );
  if (!chosen.ok) return chosen;
  // A sheet is written out as UTF-8 with commas, a line for each of its rows, whatever else was asked.
  const asWritten = { encoding: "UTF-8", delimiter: ",", rows: "lines", spacedQuotes: false } as const;
  const options = { ...input.options, ...asWritten };
  let first: Result<never> = fail(problem("file_empty", { name }));
  for (const [index, sheet] of chosen.value.sheets.slice(0, SHEETS_TRIED).entries()) {
    const written = await writeRecords(list, name, source, sheet, (bytesRead, rows) =>
      report({ bytesRead, bytesTotal: bytes, rows }),
    );
    // Unpacking was the long part: what follows is over in a moment.
    const unpacked = ({ rows }: ReadProgress) => report({ bytesRead: bytes, bytesTotal: bytes, rows });
    const rowOf = written.ok ? written.value.numbers.rowOf : undefined;
    const reading = written.ok ? readOnce(list.records, input, options, unpacked, rowOf) : written;
    if (reading.ok && written.ok && rowOf !== undefined) {
      const { oddities } = reading.value;
      oddities.renumber(rowOf);
      reading.value.bulk.table.renumber(rowOf);
      const { unsaved } = written.value;
      if (unsaved.count > 0) oddities.addLines("formula_without_value", unsaved.rows, unsaved.count);
      const questions = sheetQuestion(chosen.value.surveys, sheet.name);
      return ok({
        ...reading.value,
        ...{ sheet: sheet.name, lineOf: rowOf, questions, types: written.value.types },
      });
    }
    if (reading.ok) continue;
    const { code } = reading.problem;
    if (code !== "file_no_addresses" && code !== "file_empty") return reading;
    const isUnsaved = written.ok && written.value.unsaved.count > 0;
    if (index === 0)
      first = isUnsaved ? fail(problem("file_formulas_unsaved", { name, ...sheetOf(sheet) })) : reading;
  }
  return first;
}

const sheetOf = ({ name }: Sheet) => ({ sheet: name });

/** The sheets to try, in order, and what was found in all of them where that had to be looked at. */
async function chooseSheets(
  source: WorkbookSource,
  { name, options }: ReadInput,
  progress: (bytesRead: number) => void,
): Promise<Result<{ sheets: readonly Sheet[]; surveys: readonly SheetSurvey[] }>> {
  const { workbook } = source;
  if (options.sheet !== undefined) {
    const named = sheetsNamed(workbook, options.sheet);
    return named.ok ? ok({ sheets: named.value, surveys: [] }) : named;
  }
  if (workbook.sheets.length < 2) return ok({ sheets: workbook.sheets, surveys: [] });
  const surveys = await surveyed(source, name, progress);
  if (!surveys.ok) return surveys;
  const inOrder = [...workbook.sheets].sort((a, b) => Number(a.hidden) - Number(b.hidden));
  const holding = surveys.value.filter(({ holdsAddresses }) => holdsAddresses).map(({ sheet }) => sheet);
  const sheets = holding.length > 0 ? inOrder.filter((sheet) => holding.includes(sheet)) : inOrder;
  return ok({ sheets, surveys: surveys.value });
}

/** What the cells of the data rows were; null: it is not known. */
export function typesOfRows({ types, found }: Taken, rows: number): CellTypes | null {
  if (types === null) return null;
  // Every row that was written is a record, and what is above the data rows is no data row.
  const above = found.aboveLines.length + (found.header === null ? 0 : 1);
  if (types.rows !== above + rows) return null;
  const columns = [...types.columns].map(
    ([column, codes]) => [column, codes.subarray(above, types.rows)] as const,
  );
  return { types: types.types, columns: new Map(columns) };
}
