import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const HEAD_BYTES = 256 * 1024;
const PIECE_BYTES = 64 * 1024;
const PIECES = 12;

/** Parts of a file to judge the whole of it by. */
export interface Pieces {
  readonly size: number;
  /** Its beginning. */
  readonly head: Buffer;
  /** The head is the whole file. */
  readonly whole: boolean;
  /** Pieces from all over the rest, each from after a line feed; none when the head is everything. */
  readonly further: readonly Buffer[];
}

/** Reads the first `headBytes` of a file and a few pieces of the rest. Throws the file system's errors. */
export function readPieces(path: string, headBytes = HEAD_BYTES): Pieces {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const at = (start: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
    };
    const head = at(0, headBytes);
    const further: Buffer[] = [];
    const rest = size - head.length;
    for (let i = 1; i <= PIECES && rest > PIECE_BYTES * 2; i++) {
      // Even, so that UTF-16 stays in step.
      const start = (head.length + Math.floor(((rest - PIECE_BYTES) * i) / PIECES)) & ~1;
      const piece = at(start, PIECE_BYTES);
      further.push(piece.subarray(piece.indexOf(10) + 1));
    }
    return { size, head, whole: head.length >= size, further };
  } finally {
    closeSync(file);
  }
}
