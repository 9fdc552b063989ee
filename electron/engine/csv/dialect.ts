/** How the records of a file are told apart. Everything is one byte, as seen through a mask (encodings.ts). */
export interface Dialect {
  readonly delimiter: string;
  /** Quotes open after blanks too: `a, "b"`. */
  readonly spacedQuotes: boolean;
  /** Every delimiter ends a record. */
  readonly flow: boolean;
}

export const BYTE = { tab: 9, lf: 10, cr: 13, space: 32, quote: 34 } as const;

/** What a byte means outside quotes. 0: nothing special. */
export const CLASS = { delimiter: 1, lf: 2, cr: 3, quote: 4 } as const;

/** The class of each byte outside quotes, and inside them (where delimiters mean nothing). */
export interface ByteClasses {
  readonly outside: Uint8Array;
  readonly inside: Uint8Array;
}

const classesOf = new WeakMap<Dialect, ByteClasses>();

/** The classes of a dialect's bytes; worked out once for each. */
export function byteClasses(dialect: Dialect): ByteClasses {
  const classes = classesOf.get(dialect) ?? makeClasses(dialect);
  classesOf.set(dialect, classes);
  return classes;
}

function makeClasses(dialect: Dialect): ByteClasses {
  const inside = new Uint8Array(256);
  inside[BYTE.lf] = CLASS.lf;
  inside[BYTE.cr] = CLASS.cr;
  inside[BYTE.quote] = CLASS.quote;
  const outside = inside.slice();
  outside[dialect.delimiter.charCodeAt(0)] = CLASS.delimiter;
  return { outside, inside };
}
