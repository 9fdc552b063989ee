import type { AccountDirectory } from "../../../electron/engine/accounts/index.ts";

/** Of an account whose balance never fell but by what Winnow spent. */
export const noFalls: AccountDirectory["falls"] = {
  spent: () => {},
  isCompared: () => true,
  last: () => 0,
  greatestAfter: () => 0,
};
