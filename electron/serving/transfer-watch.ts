import type { Timer } from "./timer.ts";

export interface TransferLimits {
  /** The least that has to move in {@link stallMs}. */
  readonly stallBytes: number;
  readonly stallMs: number;
}

/** Tells a transfer that goes on from one that somebody only keeps open. */
export interface TransferWatch {
  moved(bytes: number): void;
  end(): void;
}

/** Calls `stalled` once when fewer than `stallBytes` moved within any `stallMs`. */
export function watchTransfer(
  timer: Timer,
  { stallBytes, stallMs }: TransferLimits,
  stalled: () => void,
): TransferWatch {
  let moved = 0;
  let forget = timer.after(stallMs, look);
  function look(): void {
    if (moved < stallBytes) {
      stalled();
      return;
    }
    moved = 0;
    forget = timer.after(stallMs, look);
  }
  return {
    moved(bytes) {
      moved += bytes;
    },
    end: () => forget(),
  };
}
