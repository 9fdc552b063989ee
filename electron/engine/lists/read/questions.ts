import type { ReadOptions, ReadQuestion, SourceSeen } from "../../../../shared/bridge/lists.ts";
import type { Candidate } from "../../vocabularies/index.ts";
import type { Inspection } from "../detect/inspect.ts";
import type { SheetSurvey } from "../workbook/index.ts";
import type { RowTable } from "./row-table.ts";

const SHEETS_OFFERED = 50;

/** What is not certain about a reading, and could be otherwise. */
export function readQuestions(found: Inspection, table: RowTable, options: ReadOptions): ReadQuestion[] {
  const questions: ReadQuestion[] = [];
  if (found.encodings.length > 1) {
    // The second byte of a character can be a bar: then another encoding makes other cells.
    const moves =
      found.dialect.delimiter === "|" && found.encodings.some(({ encoding }) => encoding.mask !== "none");
    questions.push({
      kind: "encoding",
      assumed: found.encoding.name,
      changes: table.beyondAscii > 0 || moves ? "addresses" : "other_cells",
      alternatives: found.encodings.map(({ encoding, words }) => ({
        encoding: encoding.name,
        words: [...words],
      })),
    });
  }
  questions.push(...questionsOfSource(found, options));
  return questions;
}

const SOURCES_OFFERED = 5;

/** Whether a file that another program seems to have made is what the user means to verify. */
function questionsOfSource({ whose, kind }: Inspection, { readAs, resultsOf }: ReadOptions): ReadQuestion[] {
  const sources = whose.verdictsOf.filter(({ sure }) => sure !== "possible");
  const [first] = sources;
  const isOpen =
    readAs === undefined || (readAs === "results" && resultsOf === undefined && sources.length > 1);
  if (first !== undefined && isOpen) {
    const assumed = kind === "results" ? "results" : "list";
    const { looked, verdicts } = first;
    return [
      {
        ...{ kind: "results", assumed, looked, verdicts },
        sources: sources.slice(0, SOURCES_OFFERED).map(sourceSeen),
      },
    ];
  }
  if (whose.outcomesOf === null || first !== undefined || readAs !== undefined) return [];
  const { source, name, sure, looked, outcomes } = whose.outcomesOf;
  return [{ kind: "outcomes", assumed: "list", source, name, sure, looked, outcomes }];
}

/** What is shown of a source whose verdicts may stand in a file. */
export function sourceSeen({
  source,
  name,
  sure,
  looked,
  verdicts,
  unrecognised,
  unrecognisedBeyond,
}: Candidate): SourceSeen {
  return { source, name, sure, looked, verdicts, unrecognised: [...unrecognised], unrecognisedBeyond };
}

/** Which sheet is meant, where the one that was read is not the only one with addresses, or where it is hidden. */
export function sheetQuestion(surveys: readonly SheetSurvey[], read: string): ReadQuestion[] {
  const holding = surveys.filter(({ holdsAddresses }) => holdsAddresses);
  const [only] = holding;
  if (only === undefined || (holding.length === 1 && !only.sheet.hidden)) return [];
  const alternatives = holding
    .slice(0, SHEETS_OFFERED)
    .map(({ sheet: { name, hidden }, rows }) => ({ name, rows, hidden }));
  return [{ kind: "sheet", assumed: read, alternatives }];
}
