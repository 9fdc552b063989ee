import { closeSync, fsyncSync, openSync, statSync, writeSync } from "node:fs";
import { open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { problem } from "../../../../shared/problems.ts";
import { IntakeError, maxOutputBytes, writeTable } from "../workbook/bounded-text.ts";
import { ArchiveError, readArchive } from "../workbook/zip-archive.ts";
import { readMessage } from "./mail-reports.ts";
import { MAX_MESSAGE_BYTES, messagesIn, toMailboxEntry } from "./mailbox.ts";

/** Columns of the table that mail becomes; the source `bounce-messages` of `vocabularies/` reads them. */
const COLUMNS = ["Recipient", "Report", "Action", "Status", "Reply", "Date", "Message"];
const MESSAGE = /\.eml$/i;
/** Entries of a folder and the folders below. A larger one is unlikely to be of messages. */
const MAX_FOLDER_ENTRIES = 200_000;
const MAX_MAILBOX_BYTES = 4 * 1024 ** 3;

/**
 * Converts the reports in a message or mailbox to CSV, with a row per recipient or ordinary message. Throws
 * {@link IntakeError} if no report names a recipient, and file system errors.
 */
export async function writeMailTable(path: string, name: string, target: string): Promise<null> {
  await writeTable(target, maxOutputBytes(statSync(path).size), async (write) => {
    write(COLUMNS);
    let number = 0;
    let isEmpty = true;
    for (const bytes of messagesIn(path)) {
      number++;
      for (const { recipient, report, action, status, reply, date } of await readMessage(bytes)) {
        write([recipient, report, action, status, reply, date, String(number)]);
        if (recipient !== "") isEmpty = false;
      }
    }
    if (isEmpty) throw new IntakeError(problem("file_no_reports", { name, messages: number }));
  });
  return null;
}

/** Returns the archive's messages; empty if it has other files or only one. */
export function messagesAmong(files: readonly string[]): readonly string[] {
  return files.length > 1 && files.every((file) => MESSAGE.test(file)) ? files : [];
}

/** Writes the messages in a zip archive as a mailbox. Throws {@link ArchiveError} and file system errors. */
export async function unzipMessages(path: string, names: readonly string[], target: string): Promise<void> {
  const wanted = new Set(names);
  await writeMailbox(target, async (add) => {
    await readArchive(path, (name) => {
      if (!wanted.has(name)) return null;
      let message = Buffer.alloc(0);
      return (piece, isLast) => {
        message = Buffer.concat([message, piece.subarray(0, MAX_MESSAGE_BYTES - message.length)]);
        if (isLast) add(message);
      };
    });
  });
}

/**
 * Returns the messages in a folder and below, in name order, without following links; nothing if the folder is too
 * large. Throws file system errors.
 */
export async function findMessages(folder: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  let entries = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    signal.throwIfAborted();
    if (++entries > MAX_FOLDER_ENTRIES) return [];
    if (entry.isFile() && MESSAGE.test(entry.name)) found.push(join(entry.parentPath, entry.name));
  }
  return found.sort();
}

/** Writes files with a message each as a mailbox. Throws like {@link unzipMessages}. */
export async function joinMessages(
  files: readonly string[],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const bytes = Buffer.alloc(MAX_MESSAGE_BYTES);
  await writeMailbox(target, async (add) => {
    for (const path of files) {
      signal.throwIfAborted();
      const file = await open(path);
      try {
        const { bytesRead } = await file.read(bytes);
        add(bytes.subarray(0, bytesRead));
      } finally {
        await file.close();
      }
    }
  });
}

async function writeMailbox(
  target: string,
  fill: (add: (message: Buffer) => void) => Promise<void>,
): Promise<void> {
  const file = openSync(target, "w", 0o600);
  let size = 0;
  try {
    await fill((message) => {
      const bytes = toMailboxEntry(message);
      size += bytes.length;
      if (size > MAX_MAILBOX_BYTES) throw new ArchiveError("too_large");
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    });
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
