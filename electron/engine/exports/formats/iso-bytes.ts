const DAY = 86_400_000;
const ZERO = 48;
/** Bytes that a time takes. */
export const ISO_LENGTH = 24;

/** Writes times as `2026-01-31T23:59:59.999Z` in ASCII to `bytes` from `start` on. */
export function createIsoBytes(bytes: Buffer, start: number): (at: number) => void {
  bytes.write("0000-00-00T00:00:00.000Z", start, "latin1");
  let day = Number.NaN;
  const put = (at: number, value: number) => {
    bytes[start + at] = ZERO + Math.floor(value / 10);
    bytes[start + at + 1] = ZERO + (value % 10);
  };
  return (at) => {
    const own = Math.floor(at / DAY);
    if (own !== day) {
      day = own;
      bytes.write(new Date(own * DAY).toISOString().slice(0, 10), start, "latin1");
    }
    const rest = Math.floor(at - own * DAY);
    const seconds = Math.floor(rest / 1000);
    put(11, Math.floor(seconds / 3600));
    put(14, Math.floor(seconds / 60) % 60);
    put(17, seconds % 60);
    bytes[start + 20] = ZERO + Math.floor((rest % 1000) / 100);
    put(21, rest % 100);
  };
}
