import type { Oddity, Preflight, ReadQuestion } from "../../../../shared/bridge/lists.ts";
import type { Inspection } from "../detect/inspect.ts";
import { ADDRESS_BIT } from "../format.ts";
import type { ListMeta } from "../meta.ts";
import type { Judgement } from "./judge.ts";
import { sourceSeen } from "./questions.ts";
import type { RowTable } from "./row-table.ts";

export interface PreflightInput {
  readonly listId: string;
  readonly bytes: number;
  readonly found: Inspection;
  readonly table: RowTable;
  readonly judged: Judgement;
  readonly meta: ListMeta;
  readonly sheet: string | null;
  readonly sheets: string[];
  /** The file of an archive that was read; null: the user's file is no archive. */
  readonly inside: string | null;
  readonly oddities: Oddity[];
  readonly questions: ReadQuestion[];
  /** What a line of the text is called: in a workbook, a row of its sheet. */
  readonly lineOf: (line: number) => number;
  readonly milliseconds: number;
}

/** Puts together what the user is told of a list. */
export function preflightFrom(input: PreflightInput): Preflight {
  const { found, table, judged, meta } = input;
  return {
    listId: input.listId,
    name: meta.name,
    bytes: input.bytes,
    kind: found.kind === "results" ? "results" : meta.kind,
    encoding: meta.encoding,
    encodingGuessed: found.encodingGuessed,
    delimiter: meta.delimiter,
    ...(found.mayHaveOtherRows && meta.kind !== "xlsx" ? { rowsAre: meta.flow ? "addresses" : "lines" } : {}),
    hasHeader: meta.hasHeader,
    bom: meta.bomBytes > 0,
    newline: meta.newline,
    sheet: input.sheet,
    sheets: input.sheets,
    ...(input.inside === null ? {} : { inside: input.inside }),
    columns: meta.columns.map((name, index) => {
      const sample = found.choice.samples[index];
      const share = sample === undefined || sample.filled === 0 ? 0 : sample.addresses / sample.filled;
      return { index, name, addressShare: share };
    }),
    addressColumn: meta.addressColumn,
    candidates: found.choice.candidates,
    preview: found.preview,
    rows: table.rows,
    unique: table.addresses.size,
    repeated: table.repeated,
    malformed: table.malformedRow.length,
    empty: table.empty,
    role: judged.count(ADDRESS_BIT.role),
    disposable: judged.count(ADDRESS_BIT.disposable),
    free: judged.count(ADDRESS_BIT.free),
    typos: judged.count(ADDRESS_BIT.typo),
    oddities: input.oddities,
    fixable: table.cells.fixable,
    untidy: table.cells.untidy,
    fixed: table.cells.fixed,
    corrected: table.corrected.size,
    ...(table.cut > 0 ? { cut: { rows: table.cut, samples: table.cutSamples } } : {}),
    ...(input.questions.length > 0 ? { questions: input.questions } : {}),
    ...(found.whose.verdictsOf.length === 0 ? {} : { mayBeResults: true }),
    ...(found.whose.readAs === null ? {} : { resultsOf: sourceSeen(found.whose.readAs) }),
    headerLine: found.headerLine === null ? null : input.lineOf(found.headerLine),
    above: found.aboveLines.length,
    milliseconds: Math.round(input.milliseconds),
  };
}
