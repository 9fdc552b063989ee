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
 * `fold` to the same text are equal; `fold` must lower-case ASCII.
 */
export class ByteInterner {
  text: Uint8Array;
  ends: Uint32Array;
  size = 0;
  #hashes: Int32Array;
  #slots: Int32Array;
  #mask: number;
  readonly #fold: (text: string) => string;

  constructor(capacity: number, bytes: number, fold: (text: string) => string = foldAddress) {
    this.#fold = fold;
    this.text = new Uint8Array(Math.max(64, bytes));
    this.ends = new Uint32Array(Math.max(16, capacity));
    this.#hashes = new Int32Array(this.ends.length);
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, capacity) * 1.5));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  /** Wraps strings known to be distinct: `text` split at `ends`. Keeps both arrays. */
  static over(text: Uint8Array, ends: Uint32Array): ByteInterner {
    const interner = new ByteInterner(0, 0);
    interner.text = text;
    interner.ends = ends;
    interner.size = ends.length;
    interner.#hashes = new Int32Array(ends.length);
    let start = 0;
    for (let id = 0; id < ends.length; id++) {
      const end = ends[id] as number;
      interner.#hashes[id] = hashStored(text, start, end);
      start = end;
    }
    interner.#rebuild(2 ** Math.ceil(Math.log2(Math.max(16, ends.length) * 1.5)));
    return interner;
  }

  /** Returns the number of `bytes[start, end)`, adding it if new. `hash` is {@link hashFolded} of its folded form. */
  intern(bytes: Uint8Array, start: number, end: number, hash: number): number {
    let slot = mixHash(hash) & this.#mask;
    for (;;) {
      const id = (this.#slots[slot] as number) - 1;
      if (id < 0) break;
      if (this.#hashes[id] === hash && this.#same(id, bytes, start, end)) return id;
      slot = (slot + 1) & this.#mask;
    }
    const id = this.#append(bytes, start, end, hash);
    this.#slots[slot] = id + 1;
    if (this.size * 4 > this.#slots.length * 3) this.#rebuild(this.#slots.length * 2);
    return id;
  }

  /** Returns the number of `bytes[start, end)`; -1 if unknown. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    let slot = mixHash(hash) & this.#mask;
    for (;;) {
      const id = (this.#slots[slot] as number) - 1;
      if (id < 0) return -1;
      if (this.#hashes[id] === hash && this.#same(id, bytes, start, end)) return id;
      slot = (slot + 1) & this.#mask;
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

  #append(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const id = this.size;
    const from = this.start(id);
    const length = end - start;
    if (id >= this.ends.length) {
      this.ends = grown(this.ends, new Uint32Array(this.ends.length * 2));
      this.#hashes = grown(this.#hashes, new Int32Array(this.#hashes.length * 2));
    }
    if (from + length > this.text.length) {
      this.text = grown(
        this.text,
        new Uint8Array(Math.ceil(Math.max(from + length, this.text.length * 1.5))),
      );
    }
    const { text } = this;
    for (let i = 0; i < length; i++) text[from + i] = bytes[start + i] as number;
    this.ends[id] = from + length;
    this.#hashes[id] = hash;
    this.size = id + 1;
    return id;
  }

  #rebuild(slots: number): void {
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = mixHash(this.#hashes[id] as number) & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = id + 1;
    }
  }
}

function hashStored(text: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    if ((text[i] as number) >= 128) return hashText(decoder.decode(text.subarray(start, end)));
  }
  return hashFolded(text, start, end);
}

/** Mixes the bits, because FNV's low bits are weak. */
function mixHash(hash: number): number {
  const h = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return h ^ (h >>> 15);
}

function grown<T extends Uint8Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
