import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { type FoldedText, foldedAt, textsOf } from "../text/index.ts";
import { readErased } from "./erased.ts";
import { type FactColumns, keepFacts, OUTCOME_CODE, outcomeOfCode } from "./fact-columns.ts";
import { type Facts, type Written, writeFacts } from "./facts.ts";

/** Facts of an import without the words of its source. `at` is in Unix ms, 0 if unknown. */
export interface FactsToShare {
  readonly entries: FoldedText;
  readonly code: Uint8Array;
  readonly at: Float64Array;
}

export function factsToShare(facts: Facts): FactsToShare {
  const rows = Array.from({ length: facts.count }, (_, at) => at);
  return {
    entries: textsOf(rows.map(facts.entry)),
    code: Uint8Array.from(rows, (at) => {
      const outcome = facts.outcome(at);
      return outcome === null ? 0 : OUTCOME_CODE[outcome];
    }),
    at: Float64Array.from(rows, (at) => facts.time(at) ?? 0),
  };
}

/** Facts of a colleague that were written to a file. */
export interface WrittenShared extends Written {
  readonly addresses: number;
  readonly domains: number;
}

/**
 * Writes a colleague's facts to `target`, without the people who were erased here (`erased`: path of `erased.json`) and
 * without outcomes of a newer Winnow. Fails with the store's problems.
 */
export function writeSharedFacts(
  target: string,
  { entries, code, at }: FactsToShare,
  erased: string,
): Result<WrittenShared> {
  const columns: FactColumns = {
    entries,
    entry: Uint32Array.from(code, (_, row) => row),
    outcome: code,
    at,
    words: new Uint16Array(code.length),
    said: [""],
  };
  const people = readErased({ erased });
  const unwanted = new Set<string>();
  const kept = keepFacts(columns, (entry) => people?.has(entry) !== true);
  for (const [row, entry] of kept.entry.entries()) {
    const outcome = outcomeOfCode(kept.outcome[row] ?? 0);
    if (outcome !== null && OUTCOME_EFFECTS[outcome].isNeverMailed) unwanted.add(foldedAt(entries, entry));
  }
  const written = writeFacts(target, kept);
  if (!written.ok) return written;
  const domains = [...unwanted].filter((entry) => entry.startsWith("@")).length;
  return ok({ ...written.value, addresses: unwanted.size - domains, domains });
}
