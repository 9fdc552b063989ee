import type { Clock } from "../../engine/handlers.ts";
import type { HostLimits } from "./limits.ts";

/** Tells a transfer that goes on from one that somebody only keeps open. */
export interface TransferWatch {
  moved(bytes: number): void;
  end(): void;
}

/** Calls `stalled` once when fewer than `stallBytes` moved within any `stallMs`. */
export function watchTransfer(
  clock: Clock,
  { stallBytes, stallMs }: Pick<HostLimits, "stallBytes" | "stallMs">,
  stalled: () => void,
): TransferWatch {
  let moved = 0;
  let forget = clock.after(stallMs, look);
  function look(): void {
    if (moved < stallBytes) {
      stalled();
      return;
    }
    moved = 0;
    forget = clock.after(stallMs, look);
  }
  return {
    moved(bytes) {
      moved += bytes;
    },
    end: () => forget(),
  };
}
