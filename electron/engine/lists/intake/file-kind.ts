import { extname } from "node:path";
import type { NotAList } from "../../../../shared/problems/file-kinds.ts";

const SAMPLE_BYTES = 64 * 1024;
/** Share of control characters from which bytes are no text. */
const CONTROL_SHARE = 0.05;
/** First bytes: a zip archive, perhaps a workbook, also one without any file; one file, packed; an Office file of before 2007, or a locked one. */
const ZIP = ["PK\x03\x04", "PK\x05\x06"];
const GZIP = "\x1f\x8b\x08";
const COMPOUND = "\xd0\xcf\x11\xe0";
const WITH_PASSWORD = /^\.(?:xlsx|xlsm|ods)$/i;

/** What a file that begins with `head` is; null: text, perhaps. */
export function kindOfBytes(head: Buffer, name: string): NotAList | "zip" | "gzip" | null {
  const start = head.toString("latin1", 0, 8);
  if (ZIP.some((magic) => start.startsWith(magic))) return "zip";
  if (start.startsWith(GZIP)) return "gzip";
  if (start.startsWith("%PDF-")) return "pdf";
  if (!start.startsWith(COMPOUND)) return null;
  const extension = extname(name);
  if (WITH_PASSWORD.test(extension)) return "locked_document";
  return /^\.xl[st]$/i.test(extension) ? "old_workbook" : "old_document";
}

/** Whether a file that begins with `head` is no text at all. `wide`: it is thought to be UTF-16. */
export function isBinary(head: Uint8Array, wide: boolean): boolean {
  const length = Math.min(head.length, SAMPLE_BYTES);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i] as number;
    // Tab, line ends, form feed, and the mark by which DOS ended files.
    const text = byte >= 32 || (byte >= 9 && byte <= 13) || byte === 26 || (wide && byte < 9);
    if (!text) controls++;
  }
  return controls > Math.max(4, length * CONTROL_SHARE);
}

/** What a zip archive is by the names of its parts; null: an archive of files. */
export function kindOfArchive(names: readonly string[]): NotAList | "workbook" | null {
  const has = (part: RegExp) => names.some((name) => part.test(name));
  if (has(/^xl\/workbook\.bin$/i)) return "binary_workbook";
  if (has(/^(?:word|ppt)\//i)) return "document";
  if (has(/^Index\/.*\.iwa$/i) || has(/^Index\.zip$/i)) return "numbers";
  if (has(/^encrypted-package$/i)) return "locked_document";
  const isOds = has(/^content\.xml$/i) && has(/^(mimetype|META-INF\/manifest\.xml)$/i);
  return isOds || has(/^xl\/workbook\.xml$/i) ? "workbook" : null;
}

/**
 * What text certainly is that begins like this, where it is not one row of a list a line; null: a list, perhaps. Such text
 * is not read as a list even where addresses could be found in it: what came of it would be neither.
 */
export function kindOfText(head: string): NotAList | null {
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (/^BEGIN:VCARD/i.test(start)) return "contacts";
  if (/^(\[\s*)?\{\s*("[^"\n]*"\s*:|\})/.test(start)) return "json";
  if (/^<\?xml[^>]*>/i.test(start)) return "xml";
  return /^(<!--[\s\S]*?-->\s*)?<(!doctype html|html|head|body|table|meta)[\s>]/i.test(start)
    ? "web_page"
    : null;
}
