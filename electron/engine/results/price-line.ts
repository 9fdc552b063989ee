import type { z } from "zod";
import type { Answer } from "../../../shared/bridge/answer.ts";
import { type Cleaning, priceSchema } from "../../../shared/bridge/cleanings.ts";

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
