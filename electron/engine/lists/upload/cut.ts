/** Most of one upload. */
export interface CutLimits {
  /** Bytes, the header included. */
  readonly bytes: number;
  readonly addresses: number;
}

/**
 * Cuts lines of `sizes` bytes into as few runs as both limits allow, and those as even as can be: by addresses, or by
 * bytes where these are what limits them. Answers where each run ends (exclusive). `header`: bytes that stand before every
 * run. No line is longer than a run may be. Pure.
 */
export function cutEvenly(sizes: Uint32Array, header: number, limits: CutLimits): number[] {
  const room = limits.bytes - header;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const byBytes = total / room > sizes.length / limits.addresses;
  const weight = (at: number) => (byBytes ? (sizes[at] ?? 0) : 1);
  const earliest = runStarts(sizes, room, limits.addresses);
  const runs = earliest.length - 1;
  const ends: number[] = [];
  let left = byBytes ? total : sizes.length;
  for (let run = 1, start = 0; run <= runs; run++) {
    const after = runs - run;
    // Not before the rest fits into the runs after this one; and every one of those gets a line.
    const first = Math.max(start + 1, earliest[after] ?? 0);
    const last = sizes.length - after;
    const wanted = left / (after + 1);
    let end = start;
    let bytes = 0;
    let taken = 0;
    while (end < last) {
      const size = sizes[end] ?? 0;
      if (bytes + size > room || end - start >= limits.addresses) break;
      // The line goes where it brings this run nearer to its share.
      if (end >= first && taken + weight(end) / 2 > wanted) break;
      bytes += size;
      taken += weight(end);
      end++;
    }
    ends.push(end);
    left -= taken;
    start = end;
  }
  return ends;
}

/** Where the last 0, 1, 2 … runs can start at the earliest; the last number is 0. */
function runStarts(sizes: Uint32Array, room: number, most: number): number[] {
  const starts = [sizes.length];
  for (let end = sizes.length; end > 0; ) {
    let start = end;
    let bytes = 0;
    while (start > 0 && end - start < most && bytes + (sizes[start - 1] ?? 0) <= room) {
      start--;
      bytes += sizes[start] ?? 0;
    }
    starts.push(start);
    end = start;
  }
  return starts;
}
