import type { ResultFilter } from "../../../../../shared/bridge/results.ts";
import { CLASS_CODE, type OpenedCleaning } from "../opened.ts";

/**
 * n: the class of each row under `filter`. Where the row that stands for an address is left out because somebody else in
 * its cell is on a suppression list, the next row with that address stands for it: the address itself may be mailed. Behind
 * a door the first one is a repeated row then: an address is written once.
 */
export function classesUnder(
  { classes, list, suppressed }: OpenedCleaning,
  { leaveOutSuppressed, doors }: ResultFilter,
): Uint8Array {
  const rows = leaveOutSuppressed === true ? (suppressed?.rows ?? null) : null;
  if (rows === null) return classes;
  const { first, repeated } = CLASS_CODE;
  /** Addresses whose row is left out, and that have no other one yet. */
  const open = new Set<number>();
  let under: Uint8Array | null = null;
  for (let row = 0; row < classes.length; row++) {
    const address = list.rowAddress[row] ?? -1;
    if (classes[row] === first && rows[row] === 1) open.add(address);
    if (classes[row] !== repeated || rows[row] === 1 || !open.delete(address)) continue;
    under ??= classes.slice();
    under[row] = first;
    if (doors !== undefined) under[list.addressFirst[address] ?? row] = repeated;
  }
  return under ?? classes;
}
