/** A stretch of a text that may be bytes written as base64 or in hexadecimal, and what they read as. */
export interface PackedRun {
  readonly from: number;
  readonly to: number;
  /** For each place at which the first byte may begin, as UTF-8 and as UTF-16. */
  readonly texts: readonly string[];
}

/** The stretches of `text` long enough to hold `shortest` bytes. Both alphabets of base64; broken lines are joined. */
export function packedRuns(text: string, shortest: number): PackedRun[] {
  const base64 = new RegExp(
    `[A-Za-z0-9+/_-][A-Za-z0-9+/_\\r\\n-]{${Math.ceil((shortest * 4) / 3) - 1},}`,
    "g",
  );
  const hex = new RegExp(`[0-9a-f]{2}(?:[ :,-]?[0-9a-f]{2}){${shortest - 1},}`, "gi");
  return [
    ...runs(text, base64, (run) => {
      const digits = run.replace(/[\r\n]/g, "");
      return [0, 1, 2, 3].flatMap((skip) => readings(Buffer.from(digits.slice(skip), "base64")));
    }),
    ...runs(text, hex, (run) => {
      const digits = run.replace(/[ :,-]/g, "");
      return [0, 1].flatMap((skip) => readings(Buffer.from(digits.slice(skip), "hex")));
    }),
  ];
}

const readings = (bytes: Buffer) => [bytes.toString("utf8"), bytes.toString("utf16le")];

function runs(text: string, shape: RegExp, read: (run: string) => string[]): PackedRun[] {
  return [...text.matchAll(shape)].map(({ 0: run, index }) => ({
    from: index,
    to: index + run.length,
    texts: read(run),
  }));
}
