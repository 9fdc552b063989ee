import { z } from "zod";
import { openColumns } from "../store/index.ts";
import { FATE, RESULT_COLUMNS } from "./format.ts";

/** A part as its record knows it. */
export interface PartAsKnown {
  readonly ordinal: number;
  readonly addresses: number;
  /** Addresses that were taken out of it since the cleaning started. */
  readonly leftOut: number;
}

/** A part without those who are suppressed. */
export interface PartWithout {
  /** 1 for each of the list's addresses that is still the part's. */
  readonly selected: Uint8Array;
  /** Addresses that were taken out of it since the cleaning started. */
  readonly leftOut: number;
}

/** Under this name `results.db` notes how many addresses were taken out of a part. */
const leftOutName = (ordinal: number) => `left_out.${ordinal}`;

const countSchema = z.int().catch(0);

/**
 * Takes out of a part who `isSuppressed`, in `results.db` at `path`; with `write` false nothing is written. Null: it stays
 * as its record knows it. What was taken out before, and is not in the record yet, is so too: doing it again changes
 * nothing. A part that holds other addresses than its record says is left alone. Throws SQLite's errors.
 */
export function leaveOut(
  path: string,
  { ordinal, addresses, leftOut: known }: PartAsKnown,
  isSuppressed: (fate: Uint16Array) => Uint8Array | null,
  write: boolean,
): PartWithout | null {
  const store = openColumns(path, { readonly: !write, mustExist: true });
  try {
    const work = (): PartWithout | null => {
      const { fate: column } = RESULT_COLUMNS;
      const fate = store.get(column.name, column.kind) ?? new Uint16Array(0);
      const name = leftOutName(ordinal);
      let leftOut = countSchema.parse(store.getMeta(name));
      const own = fate.reduce((sum, one) => sum + (one === ordinal ? 1 : 0), 0);
      if (own + leftOut !== addresses + known) return null;
      const found = isSuppressed(fate);
      for (let id = 0; id < fate.length; id++) {
        if (fate[id] !== ordinal || found?.[id] !== 1) continue;
        fate[id] = FATE.suppressed;
        leftOut++;
      }
      if (leftOut === known) return null;
      if (write) {
        store.put(column.name, fate);
        store.putMeta(name, leftOut);
      }
      return { selected: Uint8Array.from(fate, (one) => (one === ordinal ? 1 : 0)), leftOut };
    };
    if (write) store.db.pragma("busy_timeout = 60000");
    return write ? store.transaction(work) : store.atOnce(work);
  } finally {
    store.close();
  }
}
