const DAY = 86_400_000;
const ZERO = 48;

/** Writes times as `2026-01-31T23:59:59.999Z` in ASCII. The bytes are good until the next call. */
export function createIsoBytes(): (at: number) => Buffer {
  const bytes = Buffer.from("0000-00-00T00:00:00.000Z", "latin1");
  let day = Number.NaN;
  const put = (at: number, value: number) => {
    bytes[at] = ZERO + Math.floor(value / 10);
    bytes[at + 1] = ZERO + (value % 10);
  };
  return (at) => {
    const own = Math.floor(at / DAY);
    if (own !== day) {
      day = own;
      bytes.write(new Date(own * DAY).toISOString().slice(0, 10), 0, "latin1");
    }
    const rest = Math.floor(at - own * DAY);
    const seconds = Math.floor(rest / 1000);
    put(11, Math.floor(seconds / 3600));
    put(14, Math.floor(seconds / 60) % 60);
    put(17, seconds % 60);
    bytes[20] = ZERO + Math.floor((rest % 1000) / 100);
    put(21, rest % 100);
    return bytes;
  };
}
