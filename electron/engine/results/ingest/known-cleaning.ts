import type { CleaningOptions, Price } from "../../../../shared/bridge/cleanings.ts";
import type { SingleAnswer } from "./ingest.ts";

/** A part as the journal knows it. */
export interface KnownPart {
  readonly ordinal: number;
  /** Absent: how many addresses it has was not noted (a results file that the user opened). */
  readonly addresses?: number;
  /** Of its upload; null: an earlier Winnow wrote that anew without some of its addresses, and did not note how long it is. */
  readonly bytes: number | null;
  /** Addresses that were taken out of it since the cleaning started. */
  readonly leftOut: number;
  /** Its results were taken in. */
  readonly isDone: boolean;
  /** So many of its addresses did not come back. */
  readonly missing: number;
  /** It may still be sent or started. */
  readonly isOpen: boolean;
  readonly answer: SingleAnswer | null;
  readonly expectedTotal: number | null;
}

/** A cleaning as the journal knows it. */
export interface RemakeInput {
  readonly dataDir: string;
  readonly cleaningId: string;
  readonly listId: string;
  readonly name: string;
  readonly scope: string;
  /** When the cleaning began, in Unix milliseconds. */
  readonly createdAt: number;
  readonly options: Pick<CleaningOptions, "allColumns" | "suppress" | "limit">;
  /** What became of addresses that were not sent. */
  readonly price: Pick<Price, "suppressed" | "known" | "beyondLimit">;
  /** Its verdicts came in a results file that is the list itself. */
  readonly imported: boolean;
  readonly parts: readonly KnownPart[];
}
