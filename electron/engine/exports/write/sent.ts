import type { Bounds } from "../../../../shared/bridge/forecast.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { VERDICT_CODE, VERDICT_CODE_COUNT, verdictOf } from "../../../../shared/verdicts.ts";
import { forecastOf } from "../../forecast/index.ts";
import { type FactColumns, sentFacts, type Written, writeFacts } from "../../memory/index.ts";
import {
  exportedRows,
  loadFilterInputs,
  lookUpExpected,
  openCleaning,
  plannedIn,
} from "../../results/index.ts";
import { layoutOf, type Task } from "../../store/index.ts";
import { foldTexts } from "../../text/index.ts";
import type { WriteInput } from "../types.ts";

export interface RecordMailingInput extends Pick<WriteInput, "dataDir" | "list" | "results"> {
  readonly request: Pick<WriteInput["request"], "filter">;
  readonly target: string;
}

export interface Sent {
  readonly written: Written;
  readonly bounds: Bounds | null;
}

const VERDICT_NAMES_BY_CODE = Array.from({ length: VERDICT_CODE_COUNT }, (_, code) => verdictOf(code) ?? "");

/** Records the exported addresses as mailed, except undeliverable ones, which are exported for inspection only. */
export const recordMailingTask: Task<RecordMailingInput, Sent> = async (input) => {
  const sent = mailedFacts(input);
  if (!sent.ok) return sent;
  const { facts, bounds } = sent.value;
  const written = writeFacts(input.target, facts);
  return written.ok ? ok({ written: written.value, bounds }) : written;
};

/** Frees the list's columns before the facts are sorted, to limit peak memory. */
function mailedFacts({
  dataDir,
  list: files,
  results: path,
  request,
}: RecordMailingInput): Result<{ facts: FactColumns; bounds: Bounds | null }> {
  const layout = layoutOf(dataDir);
  const cleaning = openCleaning(files, path, { readonly: true, journal: layout.journal, lazy: true });
  try {
    const loaded = loadFilterInputs(cleaning, layout, request.filter);
    if (!loaded.ok) return loaded;
    const { list, results } = cleaning;
    const mask = exportedRows(cleaning, request.filter).slice();
    const isNamed = new Uint8Array(list.addresses);
    for (let row = 0; row < mask.length; row++) {
      if (mask[row] !== 1) continue;
      const address = list.rowAddress[row] ?? -1;
      if (address < 0 || results.verdict[address] === VERDICT_CODE.undeliverable) mask[row] = 0;
      else isNamed[address] = 1;
    }
    const named = new Uint32Array(isNamed.reduce((sum, one) => sum + one, 0));
    for (let address = 0, at = 0; address < isNamed.length; address++)
      if (isNamed[address] === 1) named[at++] = address;
    const verdicts = new Uint16Array(named.length);
    for (let at = 0; at < named.length; at++) verdicts[at] = results.verdict[named[at] ?? 0] ?? 0;
    const expected = lookUpExpected(cleaning, layout);
    const { bounds } = forecastOf(expected.calibration, plannedIn(cleaning, expected, mask));
    // Folded in place: the original addresses are no longer needed.
    const folded = foldTexts(list.addressText, list.addressEnd, undefined, list.addressText);
    return ok({ facts: sentFacts(folded, named, verdicts, VERDICT_NAMES_BY_CODE), bounds });
  } finally {
    cleaning.close();
  }
}
