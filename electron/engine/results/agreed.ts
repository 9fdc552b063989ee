import { z } from "zod";
import type { Answer } from "../../../shared/bridge/answer.ts";
import { type Cleaning, priceSchema } from "../../../shared/bridge/cleanings.ts";
import type { ResultFilter } from "../../../shared/bridge/results.ts";

const ofFileSchema = priceSchema.pick({ inFile: true, withoutVerdict: true });

/** The price's line of a cleaning as its card has it; `agreed`: the price as it is stored. */
export function priceLine(cleaning: Cleaning, agreed: string, saved: number): Answer["price"] {
  const { skipped } = cleaning;
  const { inFile = 0, withoutVerdict = 0 } = ofFileIn(agreed);
  return {
    rows: cleaning.rows,
    duplicates: skipped.duplicate,
    invalid: skipped.malformed,
    empty: skipped.empty,
    suppressed: skipped.suppressed,
    known: skipped.known,
    inFile,
    withoutVerdict,
    beyondLimit: skipped.beyondLimit,
    elsewhere: skipped.elsewhere,
    // Those of a results file are counted above, and went nowhere.
    sent: cleaning.state === "imported" ? 0 : cleaning.uploaded,
    charged: cleaning.spent,
    saved,
  };
}

function ofFileIn(agreed: string): z.infer<typeof ofFileSchema> {
  try {
    return ofFileSchema.parse(JSON.parse(agreed));
  } catch {
    return {};
  }
}

const optionsSchema = z.object({ suppress: z.boolean() });

/** Whether a cleaning leaves out who is on a suppression list, by the text of its options. What cannot be read counts as the careful choice. */
export function suppressesIn(options: string): boolean {
  try {
    return optionsSchema.parse(JSON.parse(options)).suppress;
  } catch {
    return true;
  }
}

/** Behind which segment suppressed rows are is said as the cleaning was started, where nothing else is said. */
export function segmentsAsStarted<F extends Pick<ResultFilter, "segments" | "leaveOutSuppressed">>(
  filter: F,
  { suppresses }: { suppresses: boolean },
): F {
  if (filter.segments === undefined) return filter;
  return { ...filter, leaveOutSuppressed: filter.leaveOutSuppressed ?? suppresses };
}
