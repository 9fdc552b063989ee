import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import type { Problem } from "../../../../shared/problems.ts";
import { quoteCell } from "../../text/index.ts";
import { ArchiveError } from "./zip-archive.ts";

/** Thrown from callbacks to abort reading a file with a problem. */
export class IntakeError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Writes a CSV table (UTF-8 with a byte order mark, commas, CRLF) of up to `most` bytes to `target` and syncs it. `fill` writes the rows. */
export async function writeTable(
  target: string,
  most: number,
  fill: (row: (cells: readonly string[]) => void) => void | Promise<void>,
): Promise<void> {
  const file: LimitedWriter = createLimitedWriter(target, most);
  try {
    await fill((cells) => file.write(`${cells.map((cell) => quoteCell(cell, ",")).join(",")}\r\n`));
    file.finish();
  } finally {
    file.close();
  }
}

const FLUSH_CHARACTERS = 1024 * 1024;
/** Maximum bytes of a table converted from another file. */
const MAX_WRITTEN = 2 ** 32 - 1;
/** Maximum bytes written per byte of the source, checked above RATIO_FROM bytes. */
const MAX_WRITTEN_RATIO = 250;
const RATIO_FROM = 64 * 1024 * 1024;

/** Returns how many bytes may be written for a file of `size` bytes: repeated texts and cells could grow forever. */
export function maxOutputBytes(size: number): number {
  return Math.min(MAX_WRITTEN, Math.max(RATIO_FROM, size * MAX_WRITTEN_RATIO));
}

export type LimitedWriter = ReturnType<typeof createLimitedWriter>;

/** Marks text as UTF-8, without which Excel reads it in the system's code page. Exact exports copy it. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Creates a writer of text in UTF-8 with a byte order mark. Without text, the file stays empty. */
export function createLimitedWriter(target: string, most: number) {
  const file = openSync(target, "w", 0o600);
  let pending = "";
  let written = 0;
  const flush = () => {
    const bytes = Buffer.from(pending);
    written += bytes.length;
    if (written > most) throw new ArchiveError("too_large");
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    pending = "";
  };
  return {
    /** Appends text. Throws {@link ArchiveError} (`too_large`) and file system errors. */
    write(text: string) {
      pending += pending === "" && written === 0 ? BYTE_ORDER_MARK + text : text;
      if (pending.length > FLUSH_CHARACTERS) flush();
    },
    /** Flushes and syncs the file. Throws like `write`. */
    finish() {
      flush();
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
