import type { Bounds } from "../../../../shared/bridge/forecast.ts";
import { ok } from "../../../../shared/result.ts";
import { VERDICT_CODE, VERDICT_CODES, verdictOf } from "../../../../shared/verdicts.ts";
import { forecastOf } from "../../forecast/index.ts";
import { sentFacts, type Written, writeFacts } from "../../memory/index.ts";
import { lookUpBeside, lookUpExpected, openCleaning, plannedIn, selectRows } from "../../results/index.ts";
import { layoutOf, type Task } from "../../store/index.ts";
import type { WriteInput } from "../types.ts";

export interface NoteInput extends Pick<WriteInput, "dataDir" | "list" | "results"> {
  readonly request: Pick<WriteInput["request"], "filter" | "sort">;
  /** The file to write the facts to. */
  readonly target: string;
}

/** Whom an export may be sent to, and what would bounce of it. */
export interface Sent {
  readonly written: Written;
  readonly bounds: Bounds | null;
}

/** Verdicts by their codes. */
const SAID = Array.from({ length: VERDICT_CODES }, (_, code) => verdictOf(code) ?? "");

/**
 * Notes whom the rows of an export name, with their verdicts, and what would bounce: it may be about to be sent to them.
 * Whoever is undeliverable is not among them: such rows are exported to be looked at.
 */
export const noteSentTask: Task<NoteInput, Sent> = async ({
  dataDir,
  list: files,
  results: path,
  request,
  target,
}) => {
  const layout = layoutOf(dataDir);
  const cleaning = openCleaning(files, path, { readonly: true, journal: layout.journal, lazy: true });
  try {
    const looked = lookUpBeside(cleaning, layout, request.filter);
    if (!looked.ok) return looked;
    const { list, results, folded } = cleaning;
    const mask = new Uint8Array(cleaning.rows);
    const isNamed = new Uint8Array(list.addresses);
    for (const row of selectRows(cleaning, request.filter, request.sort)) {
      const address = list.rowAddress[row] ?? -1;
      if (address < 0 || results.verdict[address] === VERDICT_CODE.undeliverable) continue;
      isNamed[address] = 1;
      mask[row] = 1;
    }
    const named = Uint32Array.from(isNamed.keys()).filter((address) => isNamed[address] === 1);
    const verdicts = Uint16Array.from(named, (address) => results.verdict[address] ?? 0);
    const written = writeFacts(target, sentFacts(folded, named, verdicts, SAID));
    if (!written.ok) return written;
    const expected = lookUpExpected(cleaning, layout);
    const { bounds } = forecastOf(expected.calibration, plannedIn(cleaning, expected, mask));
    return ok({ written: written.value, bounds });
  } finally {
    cleaning.close();
  }
};
