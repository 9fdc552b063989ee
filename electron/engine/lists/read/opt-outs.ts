import type { ConsentColumn, ReadQuestion } from "../../../../shared/bridge/lists.ts";
import { OUTCOMES } from "../../../../shared/mail-outcomes.ts";
import type { ListLayout } from "../../store/index.ts";
import {
  type Candidate,
  type ColumnWords,
  consentColumn,
  isOfLetters,
  sourceNamed,
  wordColumns,
} from "../../vocabularies/index.ts";
import type { FileOrigin } from "../detect/origin.ts";
import type { ListMeta } from "../format.ts";
import { countOutcomes } from "./preflight.ts";

type OptOutQuestion = Extract<ReadQuestion, { kind: "opt_outs" }>;

/**
 * Returns the question whom to leave out; `null` if no one opted out. `words` are the values of columns that may say so.
 * Columns that a likely source reads aren't asked about.
 */
export function optOutQuestion(
  list: ListLayout,
  { columns: names, hasHeader, addressColumn }: ListMeta,
  { audienceSource, replies, verdictsOf, readAs }: FileOrigin,
  { rows, words }: { readonly rows: number; readonly words: ReadonlyMap<number, ColumnWords> },
): OptOutQuestion | null {
  const known = audienceSource === null ? null : knownExport(audienceSource, list);
  const sources = [audienceSource, replies, readAs, ...verdictsOf.filter(({ sure }) => sure !== "possible")];
  const isRead = new Set(sources.flatMap((one) => columnsRead(one, names)));
  const columns = [...words].flatMap(([index, counted]): ConsentColumn[] => {
    const name = names[index] ?? "";
    if (index === addressColumn || isRead.has(index) || (hasHeader && isOfLetters(name, names))) return [];
    const found = consentColumn(index, hasHeader ? name : "", counted);
    return found === null ? [] : [{ ...found, name }];
  });
  if (known === null && columns.length === 0) return null;
  const bounces = replies === null ? null : knownExport(replies, list);
  return { kind: "opt_outs", export: known ?? bounces, rows, columns };
}

function columnsRead(candidate: Candidate | null, names: readonly string[]): number[] {
  const source = candidate === null ? null : sourceNamed(candidate.source);
  return source === null ? [] : wordColumns(source, names);
}

function knownExport({ source, name, sure }: Candidate, list: ListLayout): OptOutQuestion["export"] {
  const { outcomes } = countOutcomes(list, source);
  return OUTCOMES.some((outcome) => outcomes[outcome] > 0) ? { source, name, sure, outcomes } : null;
}
