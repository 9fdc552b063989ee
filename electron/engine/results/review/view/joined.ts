import type { ResultColumns } from "../../results-file.ts";

/** Two cleanings joined by address: what each comparison is worked out from. */
export interface Joined {
  /** The results that were joined: other ones make the join stale. */
  readonly left: ResultColumns;
  readonly right: ResultColumns;
  /** The left address of each right one, or -1. */
  readonly leftOf: Int32Array;
  /** Right addresses whose verdict is another one, that have one only here, only in the left. */
  readonly changed: Uint32Array;
  readonly gained: Uint32Array;
  readonly lost: Uint32Array;
  /** Right addresses that are new, left addresses that are gone. */
  readonly new: Uint32Array;
  readonly gone: Uint32Array;
  /** With the same verdict in both; without one in either. */
  readonly same: number;
  readonly none: number;
  /** Addresses by the code of their verdict before, times VERDICT_CODES, plus that after. */
  readonly moves: Uint32Array;
}
