import { LONG_KEY } from "./redaction.ts";

/** Takes a key out of bytes that come in pieces; what comes out is as long as what went in. */
export interface KeyMask {
  /** What of the bytes so far can be written: a key may go on in the next piece. */
  next(piece: Uint8Array): Uint8Array;
  /** The rest. */
  end(): Uint8Array;
}

const STAR = 42;

/**
 * Writes stars over every occurrence of `apiKey`, in any case, as it is or encoded for an address: what the service sends
 * for the user's file is kept as it came, and must not keep the key. A short key may stand in an address by chance.
 */
export function createKeyMask(apiKey: string): KeyMask {
  const needles = apiKey.length < LONG_KEY ? [] : spellingsOf(apiKey);
  const longest = Math.max(0, ...needles.map(({ length }) => length));
  let held: Uint8Array = Buffer.alloc(0);

  function cover(bytes: Buffer): Buffer {
    // Latin-1 has a letter a byte, and as many in lower case.
    const text = bytes.toString("latin1").toLowerCase();
    for (const needle of needles)
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
        bytes.fill(STAR, at, at + needle.length);
    return bytes;
  }

  return {
    next(piece) {
      if (needles.length === 0) return piece;
      const bytes = cover(Buffer.concat([held, piece]));
      const done = Math.max(0, bytes.length - longest + 1);
      held = bytes.subarray(done);
      return bytes.subarray(0, done);
    },
    end: () => held,
  };
}

function spellingsOf(key: string): string[] {
  const form = new URLSearchParams({ key }).toString().slice("key=".length);
  const all = [key, encodeURIComponent(key), form, key.replaceAll('"', '""')];
  return [...new Set(all.map((one) => Buffer.from(one, "utf8").toString("latin1").toLowerCase()))];
}
