import { foldAddress } from "../../../../shared/fold-addresses.ts";

export const LOWER = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

export const HASH_SEED = 0x811c9dc5;

/** Returns the hash of `bytes[start, end)`, which must be ASCII or folded, as if folded. */
export function hashFolded(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let i = start; i < end; i++)
    hash = Math.imul(hash ^ (LOWER[bytes[i] as number] as number), 0x01000193);
  return hash | 0;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function hashText(text: string): number {
  return hashFoldedText(foldAddress(text));
}

export function hashFoldedText(folded: string): number {
  const bytes = encoder.encode(folded);
  return hashFolded(bytes, 0, bytes.length);
}

/**
 * Distinct byte strings, numbered from 0 by insertion, in typed arrays with an open-addressing hash table. Strings that
 * `fold` to the same text are equal; `fold` must lower-case ASCII. A slot holds the number + 1 in as many low bits as
 * address the table, and the string's hash in the others, so that few strings are compared in vain.
 */
export class ByteInterner {
  text: Uint8Array;
  ends: Uint32Array;
  size = 0;
  #slots: Int32Array<ArrayBuffer>;
  #mask: number;
  readonly #fold: (text: string) => string;

  constructor(capacity: number, bytes: number, fold: (text: string) => string = foldAddress) {
    this.#fold = fold;
    this.text = new Uint8Array(Math.max(64, bytes));
    this.ends = new Uint32Array(Math.max(16, capacity));
    const slots = slotsFor(capacity);
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  /** Wraps strings known to be distinct: `text` split at `ends`. Keeps both arrays. */
  static over(text: Uint8Array, ends: Uint32Array): ByteInterner {
    const interner = new ByteInterner(0, 0);
    interner.text = text;
    interner.ends = ends;
    interner.size = ends.length;
    interner.#rebuild(slotsFor(ends.length));
    return interner;
  }

  /** Returns the number of `bytes[start, end)`, adding it if new. `hash` is {@link hashFolded} of its folded form. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mixed = mixHash(hash);
    const slot = this.#slotOf(mixed, bytes, start, end);
    const known = this.#slots[slot] as number;
    if (known !== 0) return (known & this.#mask) - 1;
    const id = this.#append(bytes, start, end);
    this.#slots[slot] = (mixed & ~this.#mask) | (id + 1);
    if (this.size * 4 > this.#slots.length * 3) this.#rebuild(this.#slots.length * 2);
    return id;
  }

  /** Returns the number of `bytes[start, end)`; -1 if unknown. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slot = this.#slots[this.#slotOf(mixHash(hash), bytes, start, end)] as number;
    return slot === 0 ? -1 : (slot & this.#mask) - 1;
  }

  /** Returns the slot of `bytes[start, end)`, or the free one in which it belongs. */
  #slotOf(mixed: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#mask;
    for (let slot = mixed & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot] as number;
      if (held === 0) return slot;
      if (((held ^ mixed) & ~mask) === 0 && this.#same((held & mask) - 1, bytes, start, end)) return slot;
    }
  }

  /** Replaces the newest string with another spelling that folds to the same text. */
  replaceLast(bytes: Uint8Array): void {
    const from = this.start(this.size - 1);
    if (from + bytes.length > this.text.length) {
      this.text = grown(this.text, new Uint8Array(Math.ceil((from + bytes.length) * 1.5)));
    }
    this.text.set(bytes, from);
    this.ends[this.size - 1] = from + bytes.length;
  }

  /** Frees the hash table. The strings can still be read, but no longer found or added. */
  release(): void {
    // The garbage collector would keep it until later.
    this.#slots.buffer.transfer(0);
  }

  start(id: number): number {
    return id === 0 ? 0 : (this.ends[id - 1] as number);
  }

  textOf(id: number): string {
    return decoder.decode(this.text.subarray(this.start(id), this.ends[id]));
  }

  #same(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.start(id);
    const length = (this.ends[id] as number) - from;
    const { text } = this;
    let ascii = true;
    if (length === end - start) {
      let i = 0;
      while (i < length && LOWER[text[from + i] as number] === LOWER[bytes[start + i] as number]) i++;
      if (i === length) return true;
    }
    for (let i = 0; i < length && ascii; i++) ascii = (text[from + i] as number) < 128;
    for (let i = start; i < end && ascii; i++) ascii = (bytes[i] as number) < 128;
    if (ascii) return false;
    return this.#fold(this.textOf(id)) === this.#fold(decoder.decode(bytes.subarray(start, end)));
  }

  #append(bytes: Uint8Array, start: number, end: number): number {
    const id = this.size;
    const from = this.start(id);
    const length = end - start;
    if (id >= this.ends.length) {
      this.ends = grown(this.ends, new Uint32Array(this.ends.length * 2));
    }
    if (from + length > this.text.length) {
      // The strings so far tell how long all will be: growing late would hold two copies of most of the text.
      const expected = ((from + length) / (id + 1)) * this.ends.length;
      this.text = grown(this.text, new Uint8Array(Math.ceil(Math.max(expected * 1.02, from * 1.25, 64))));
    }
    const { text } = this;
    for (let i = 0; i < length; i++) text[from + i] = bytes[start + i] as number;
    this.ends[id] = from + length;
    this.size = id + 1;
    return id;
  }

  #rebuild(slots: number): void {
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    for (let id = 0; id < this.size; id++) {
      const mixed = mixHash(this.#hash(id));
      let slot = mixed & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = (mixed & ~this.#mask) | (id + 1);
    }
  }

  #hash(id: number): number {
    const { text, ends } = this;
    const end = ends[id] as number;
    for (let i = this.start(id); i < end; i++) {
      if ((text[i] as number) >= 128) return hashFoldedText(this.#fold(this.textOf(id)));
    }
    return hashFolded(text, this.start(id), end);
  }
}

/** Returns a power of two, so that at most three quarters of the slots are taken. */
function slotsFor(strings: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(16, strings) / 0.75));
}

/** Mixes the bits, because FNV's low bits are weak. */
function mixHash(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return h ^ (h >>> 15);
}

function grown<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
