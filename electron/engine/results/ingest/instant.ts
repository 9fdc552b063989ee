const ZERO = 48;
/** How long `2025-01-31T23:59:59.999Z` is: the form that the service documents. */
const FULL = 24;

/** Reads the times of a results file, Unix milliseconds; 0 for what is not a time. */
export function createInstantReader(): (bytes: Buffer, start: number, end: number) => number {
  let day = -1;
  let dayStart = 0;
  return (bytes, start, end) => {
    if (end - start !== FULL) return slow(bytes, start, end);
    const month = pair(bytes, start + 5) * 100 + pair(bytes, start + 8);
    const date = (pair(bytes, start) * 100 + pair(bytes, start + 2)) * 10_000 + month;
    if (date !== day) {
      day = date;
      dayStart = Date.parse(bytes.toString("latin1", start, start + 10));
    }
    const hours = pair(bytes, start + 11);
    const minutes = pair(bytes, start + 14);
    const seconds = pair(bytes, start + 17);
    const millis = digit(bytes, start + 20) * 100 + pair(bytes, start + 21);
    const plain = bytes[start + 10] === 84 && bytes[start + 23] === 90 && bytes[start + 19] === 46;
    const value = dayStart + ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis;
    return plain && Number.isFinite(value) && hours < 24 && minutes < 60 ? value : slow(bytes, start, end);
  };
}

function slow(bytes: Buffer, start: number, end: number): number {
  if (start === end) return 0;
  const value = Date.parse(bytes.toString("utf8", start, end).trim());
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function pair(bytes: Buffer, at: number): number {
  return digit(bytes, at) * 10 + digit(bytes, at + 1);
}

function digit(bytes: Buffer, at: number): number {
  const value = (bytes[at] ?? 0) - ZERO;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}
