import { VERDICT_CODE, VERDICT_CODES, verdictOf } from "../../../../shared/verdicts.ts";
import { forecastOf } from "../../forecast/index.ts";
import { sentFacts, writeFacts } from "../../memory/index.ts";
import { lookUpExpected, type OpenedCleaning, plannedIn } from "../../results/index.ts";
import type { Layout } from "../../store/index.ts";
import type { Sent } from "../types.ts";

/** Verdicts by their codes. */
const SAID = Array.from({ length: VERDICT_CODES }, (_, code) => verdictOf(code) ?? "");

/**
 * Notes in the file `target` whom the rows of an export name, with their verdicts, and what would bounce: it may be about to
 * be sent to them. Whoever is undeliverable is not among them: such rows are exported to be looked at. Null: it cannot be
 * noted, which is no reason to have no export.
 */
export function noteSent(
  cleaning: OpenedCleaning,
  rows: Uint32Array,
  layout: Layout,
  target: string,
): Sent | null {
  const { list, results, folded } = cleaning;
  const mask = new Uint8Array(cleaning.rows);
  const isNamed = new Uint8Array(list.addresses);
  for (const row of rows) {
    const address = list.rowAddress[row] ?? -1;
    if (address < 0 || results.verdict[address] === VERDICT_CODE.undeliverable) continue;
    isNamed[address] = 1;
    mask[row] = 1;
  }
  const named = Uint32Array.from(isNamed.keys()).filter((address) => isNamed[address] === 1);
  const verdicts = Uint16Array.from(named, (address) => results.verdict[address] ?? 0);
  const written = writeFacts(target, sentFacts(folded, named, verdicts, SAID));
  if (!written.ok) return null;
  const expected = lookUpExpected(cleaning, layout);
  const { bounds } = forecastOf(expected.calibration, plannedIn(cleaning, expected, mask));
  return { written: written.value, bounds };
}
