import type { z } from "zod";
import type { Answer } from "../../../shared/bridge/answer.ts";
import { type Cleaning, priceSchema } from "../../../shared/bridge/cleanings.ts";
import type { ResultFilter } from "../../../shared/bridge/results.ts";

const ofFileSchema = priceSchema.pick({ inFile: true, withoutVerdict: true });

/** Returns the price line of an answer. `agreed` is the stored price. */
export function priceSummary(cleaning: Cleaning, agreed: string, saved: number): Answer["price"] {
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
    // The addresses of an imported file are counted above and were not sent.
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

/** Applies the suppression option the cleaning was started with, unless the filter sets its own. */
export function withStartedSuppression<F extends Pick<ResultFilter, "segments" | "leaveOutSuppressed">>(
  filter: F,
  { suppresses }: { suppresses: boolean },
): F {
  if (filter.segments === undefined) return filter;
  return { ...filter, leaveOutSuppressed: filter.leaveOutSuppressed ?? suppresses };
}
