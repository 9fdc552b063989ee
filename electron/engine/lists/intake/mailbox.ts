import { closeSync, openSync, readSync } from "node:fs";

/** Bytes that are read of each message. Reports come before the returned message and its attachments. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** Bytes that decide whether a line separates messages: the line itself and the start of the next one. */
const SEPARATOR_BYTES = 2048;
const SEPARATOR = "From - Thu Jan 01 00:00:00 1970\n";

/**
 * Yields the first {@link MAX_MESSAGE_BYTES} of each message of a mailbox (mbox), or of a file with a single message.
 * Throws file system errors.
 */
export function* messagesIn(path: string): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    const message = createMessage();
    // The file may start with a separator, which needs a blank line above it.
    let pending = Buffer.from("\n\n");
    for (let isEnd = false; !isEnd; ) {
      const length = readSync(file, piece, 0, piece.length, null);
      isEnd = length === 0;
      pending = Buffer.concat([pending, piece.subarray(0, length)]);
      const decided = isEnd ? pending.length : Math.max(0, pending.length - SEPARATOR_BYTES);
      let from = 0;
      for (let at = pending.indexOf("\nFrom "); at >= 0 && at < decided; ) {
        if (at >= from && isSeparator(pending, at)) {
          message.add(pending.subarray(from, at));
          if (!message.isBlank()) yield message.take();
          from = pending.indexOf("\n", at + 1) + 1;
        }
        at = pending.indexOf("\nFrom ", at + 1);
      }
      // Keep two bytes more, which show whether the next separator is below a blank line.
      const until = isEnd ? pending.length : Math.max(from, decided - 2);
      message.add(pending.subarray(from, until));
      pending = pending.subarray(until);
    }
    if (!message.isBlank()) yield message.take();
  } finally {
    closeSync(file);
  }
}

/** Returns a message as a part of a mailbox. */
export function toMailboxEntry(message: Buffer): Buffer {
  const text = message.toString("latin1").replace(/^(?:ï»¿)?\s+|^ï»¿/, "");
  return Buffer.from(`${SEPARATOR}${text.replace(/^>*From /gm, ">$&")}\n\n`, "latin1");
}

/**
 * Returns whether the line after the line end at `at` separates messages: it is below a blank line and above a header.
 * Sentences that begin with 'From' have neither a time nor a header below them.
 */
function isSeparator(bytes: Buffer, at: number): boolean {
  const above = bytes[at - 1] === 13 ? bytes[at - 2] : bytes[at - 1];
  if (above !== 10) return false;
  const [line = "", next = ""] = bytes.toString("latin1", at + 1, at + SEPARATOR_BYTES).split(/\r?\n/, 2);
  return (/\d\d:\d\d/.test(line) || /^From -? ?$/.test(line)) && /^(?:>From |[!-9;-~]+:)/.test(next);
}

function createMessage() {
  let pieces: Buffer[] = [];
  let size = 0;
  const add = (bytes: Buffer) => {
    // Line ends between messages belong to none of them.
    const start = size === 0 ? bytes.findIndex((byte) => byte !== 10 && byte !== 13) : 0;
    if (start < 0 || size >= MAX_MESSAGE_BYTES) return;
    const kept = Buffer.from(bytes.subarray(start, start + MAX_MESSAGE_BYTES - size));
    pieces.push(kept);
    size += kept.length;
  };
  return {
    add,
    isBlank: () => size === 0,
    take(): Buffer {
      const bytes = Buffer.concat(pieces);
      pieces = [];
      size = 0;
      return bytes;
    },
  };
}
