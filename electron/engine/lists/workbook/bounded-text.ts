import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { ArchiveRefusal } from "./archive.ts";

const FLUSH_CHARACTERS = 1024 * 1024;
/** Bytes of a table written out of another file. */
const MOST_WRITTEN = 4 * 1024 ** 3;
/** Bytes written for each byte of that file. Checked from the second size on, in bytes. */
const MOST_WRITTEN_RATIO = 250;
const RATIO_FROM = 64 * 1024 * 1024;

/** Returns how many bytes may be written for a file of `size` bytes: texts and empty cells can repeat without end. */
export function mostWritten(size: number): number {
  return Math.min(MOST_WRITTEN, Math.max(RATIO_FROM, size * MOST_WRITTEN_RATIO));
}

/** A new file of text that never grows beyond a number of bytes. */
export interface BoundedText {
  /** Throws {@link ArchiveRefusal} (`too_large`) and the file system's errors. */
  write(text: string): void;
  /** Writes what is pending, and fsyncs. Throws as `write`. */
  finish(): void;
  close(): void;
}

/** Opens `target` for writing up to `most` bytes. */
export function openBoundedText(target: string, most: number): BoundedText {
  const file = openSync(target, "w", 0o600);
  let pending = "";
  let written = 0;
  const flush = () => {
    const bytes = Buffer.from(pending);
    written += bytes.length;
    if (written > most) throw new ArchiveRefusal("too_large");
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    pending = "";
  };
  return {
    write(text) {
      pending += text;
      if (pending.length > FLUSH_CHARACTERS) flush();
    },
    finish() {
      flush();
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}
