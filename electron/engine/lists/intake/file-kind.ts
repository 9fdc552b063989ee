import { closeSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import type { NotAList } from "../../../../shared/problems/file-reasons.ts";
import { byteOrderMark, decode } from "../../text/index.ts";

const HEAD_BYTES = 8192;

/** Returns the kind of a file that begins with `head`; `null` if it may be a list in text. */
export function detectKind(head: Buffer, name: string): NotAList | "zip" | "gzip" | "mail" | null {
  return kindOfBytes(head, name) ?? textKind(head);
}

function textKind(head: Buffer) {
  const mark = byteOrderMark(head);
  const even = head.subarray(mark?.bytes ?? 0, head.length & ~1);
  return kindOfText(mark === null ? head.toString("latin1") : decode(even, mark.encoding));
}

/** Returns enough of a file to detect its kind. Throws file system errors. */
export function firstBytes(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}

const SAMPLE_BYTES = 64 * 1024;
/** Share of control characters above which a file is binary (0 to 1). */
const CONTROL_SHARE = 0.05;
/** Magic bytes of zip (also workbooks, also empty), gzip, and Office files before 2007 or with a password. */
const ZIP = ["PK\x03\x04", "PK\x05\x06"];
const GZIP = "\x1f\x8b\x08";
const COMPOUND = "\xd0\xcf\x11\xe0";
const WITH_PASSWORD = /^\.(?:xlsx|xlsm|ods)$/i;

function kindOfBytes(head: Buffer, name: string): NotAList | "zip" | "gzip" | null {
  const start = head.toString("latin1", 0, 8);
  if (ZIP.some((magic) => start.startsWith(magic))) return "zip";
  if (start.startsWith(GZIP)) return "gzip";
  if (start.startsWith("%PDF-")) return "pdf";
  if (start.startsWith("!BDN")) return "outlook_mail";
  if (!start.startsWith(COMPOUND)) return null;
  const extension = extname(name);
  if (/^\.msg$/i.test(extension)) return "outlook_mail";
  if (WITH_PASSWORD.test(extension)) return "locked_document";
  return /^\.xl[st]$/i.test(extension) ? "old_workbook" : "old_document";
}

/** Returns whether a file that begins with `head` is binary. `wide` expects UTF-16. */
export function isBinary(head: Uint8Array, wide: boolean): boolean {
  const length = Math.min(head.length, SAMPLE_BYTES);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const byte = head[i] as number;
    // Tab, line ends, form feed and the end-of-file mark of DOS.
    const text = byte >= 32 || (byte >= 9 && byte <= 13) || byte === 26 || (wide && byte < 9);
    if (!text) controls++;
  }
  return controls > Math.max(4, length * CONTROL_SHARE);
}

/** Returns the kind of a zip archive by its entry names; `null` if it is an archive of plain files. */
export function kindOfArchive(names: readonly string[]): NotAList | "workbook" | null {
  const has = (part: RegExp) => names.some((name) => part.test(name));
  if (has(/^xl\/workbook\.bin$/i)) return "binary_workbook";
  if (has(/^(?:word|ppt)\//i)) return "document";
  if (has(/^Index\/.*\.iwa$/i) || has(/^Index\.zip$/i)) return "numbers";
  if (has(/^encrypted-package$/i)) return "locked_document";
  const isOds = has(/^content\.xml$/i) && has(/^(mimetype|META-INF\/manifest\.xml)$/i);
  return isOds || has(/^xl\/workbook\.xml$/i) ? "workbook" : null;
}

function isMail(start: string): boolean {
  const [head = ""] = start.replace(/^From .*\r?\n(?:>From .*\r?\n)*/, "").split(/\r?\n\r?\n/, 1);
  const fields = head.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line));
  const known = fields.filter((line) => MAIL_FIELD.test(line));
  return known.length >= 3 && fields.slice(0, -1).every((line) => /^[!-9;-~]+:/.test(line));
}

const MAIL_FIELD =
  /^(?:from|to|subject|date|message-id|received|return-path|delivered-to|mime-version|content-type|dkim-signature):/i;

/**
 * Detects text that is no list with one row per line; `null` if it may be one. Except for mail and JSON, it is refused
 * even if it contains addresses.
 */
function kindOfText(head: string): NotAList | "mail" | null {
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (/^BEGIN:VCARD/i.test(start)) return "contacts";
  if (isMail(start)) return "mail";
  if (/^(\[\s*)?\{\s*("[^"\n]*"\s*:|\})|^\[\s*\[\s*("[^"\n]*"|-?\d+|null)\s*[,\]]/.test(start)) return "json";
  if (/^<\?xml[^>]*>/i.test(start)) return "xml";
  return /^(<!--[\s\S]*?-->\s*)?<(!doctype html|html|head|body|table|meta)[\s>]/i.test(start)
    ? "web_page"
    : null;
}
