import type { ServiceClient } from "../../service/index.ts";
import type { CleaningRow, PartRow } from "../rows.ts";

/** A part's request under way: whose, which, until when, and with what. */
export interface Asking {
  readonly cleaning: CleaningRow;
  readonly part: PartRow;
  readonly client: ServiceClient;
  readonly signal: AbortSignal;
  /** The user wants it tried, whatever the balance promises. */
  readonly insisted: boolean;
}
