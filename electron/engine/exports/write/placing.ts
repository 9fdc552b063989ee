const OPEN = 0;
const PLACED = 1;
const CANCELLED = 2;

/**
 * Decides, between two threads, whether a file that is being written is given its name or the writing is cancelled: once
 * one of them has happened, the other cannot.
 */
export interface Placing {
  /** For the thread that writes, see {@link mayPlace}. */
  readonly shared: SharedArrayBuffer;
  /** Whether it is not too late to cancel; from then on nothing is given its name. */
  cancel(): boolean;
}

export function createPlacing(): Placing {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  return { shared, cancel: () => settle(shared, CANCELLED) };
}

/** Whether the file may be given its name; from then on it is too late to cancel. */
export function mayPlace(shared: SharedArrayBuffer | undefined): boolean {
  return shared === undefined || settle(shared, PLACED);
}

function settle(shared: SharedArrayBuffer, as: number): boolean {
  const before = Atomics.compareExchange(new Int32Array(shared), 0, OPEN, as);
  return before === OPEN || before === as;
}
