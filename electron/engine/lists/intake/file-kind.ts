import { closeSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import type { NotAList } from "../../../../shared/problems/file-kinds.ts";

/** First bytes of files that are certainly no lists. */
const MAGIC: readonly (readonly [NotAList, string, number?])[] = [
  ["pdf", "%PDF-"],
  ["picture", "\x89PNG"],
  ["picture", "\xff\xd8\xff"],
  ["picture", "GIF8"],
  ["picture", "II*\0"],
  ["picture", "MM\0*"],
  ["picture", "WEBP", 8],
  ["media", "RIFF"],
  ["media", "ftyp", 4],
  ["media", "OggS"],
  ["media", "ID3"],
  ["archive", "7z\xbc\xaf"],
  ["archive", "Rar!"],
  ["archive", "BZh"],
  ["archive", "\xfd7zXZ"],
  ["archive", "\x28\xb5\x2f\xfd"],
  ["archive", "ustar", 257],
  ["outlook_data", "!BDN"],
  ["program", "\x7fELF"],
  ["program", "MZ\x90"],
  ["program", "\xcf\xfa\xed\xfe"],
  ["database", "SQLite f"],
  ["database", "\0\x01\0\0Standard "],
  ["rich_text", "{\\rtf"],
  ["contacts", "BEGIN:VCARD"],
  ["calendar", "BEGIN:VCALENDAR"],
];

/** The container of Office files from before 2007, of encrypted ones, and of Outlook's messages. */
const COMPOUND = "\xd0\xcf\x11\xe0";
const COMPOUND_SECTOR = 4096;

/** What a file that begins with `head` certainly is, where that is no list; null: a list, perhaps. Never a zip or gzip. */
export function kindOfBytes(head: Buffer): NotAList | null {
  const text = head.toString("latin1").replace(/^\xef\xbb\xbf/, "");
  const found = MAGIC.find(([, magic, at = 0]) => text.startsWith(magic, at));
  if (found !== undefined) return found[0];
  return isUtf32(head) ? "utf32" : null;
}

const UTF32_MARKS = ["\xff\xfe\0\0", "\0\0\xfe\xff"];
const LAST_CHARACTER = 0x10ffff;
/** Characters of text in UTF-32 that are looked at, and the share of them that must be one. */
const UTF32_CHARACTERS = 4096;
const UTF32_SHARE = 0.95;

/** Whether text that begins with `head` has four bytes for each character, with a mark that says so or without. */
function isUtf32(head: Buffer): boolean {
  if (head.length < 8) return false;
  if (UTF32_MARKS.includes(head.toString("latin1", 0, 4))) return true;
  const characters = Math.min(UTF32_CHARACTERS, Math.floor(head.length / 4));
  const share = (codeAt: (at: number) => number) => {
    let text = 0;
    for (let i = 0; i < characters; i++) {
      const code = codeAt(i * 4);
      if ((code >= 32 && code <= LAST_CHARACTER) || (code >= 9 && code <= 13)) text++;
    }
    return text / characters;
  };
  // Of two bytes a character, every second character would stand in the high half of a number far beyond the last one.
  return (
    share((at) => head.readUInt32LE(at)) > UTF32_SHARE || share((at) => head.readUInt32BE(at)) > UTF32_SHARE
  );
}

export function isCompound(head: Buffer): boolean {
  return head.toString("latin1", 0, COMPOUND.length) === COMPOUND;
}

/** What stands in an old Office container, by the names at the beginning of its directory ([MS-CFB] §2.6). */
export function kindOfCompound(path: string, head: Buffer, name: string): NotAList {
  if (head.length >= 52) {
    const sector = 2 ** Math.min(12, head.readUInt16LE(30));
    const entries = bytesAt(path, (head.readUInt32LE(48) + 1) * sector, COMPOUND_SECTOR).toString("utf16le");
    if (entries.includes("EncryptedPackage")) return "locked_document";
    if (entries.includes("__substg1.0") || entries.includes("__nameid_version")) return "outlook_message";
    if (/Workbook|\bBook\b/.test(entries)) return "old_workbook";
    if (entries.includes("WordDocument")) return "document";
    if (entries.includes("PowerPoint Document")) return "slides";
  }
  return BY_EXTENSION[extname(name).toLowerCase()] ?? "old_document";
}

const BY_EXTENSION: Readonly<Record<string, NotAList>> = {
  ".xls": "old_workbook",
  ".xlt": "old_workbook",
  ".msg": "outlook_message",
  ".doc": "document",
  ".ppt": "slides",
};

/** What a zip archive without a workbook is, by the names of its parts; null: an archive of files. */
export function kindOfArchive(names: readonly string[]): NotAList | null {
  const has = (part: RegExp) => names.some((name) => part.test(name));
  if (has(/^xl\/workbook\.bin$/i)) return "binary_workbook";
  if (has(/^word\/document\.xml$/i)) return "document";
  if (has(/^ppt\/presentation\.xml$/i)) return "slides";
  if (has(/^Index\/.*\.iwa$/i) || has(/^Index\.zip$/i)) return "numbers";
  if (has(/^encrypted-package$/i)) return "locked_document";
  if (has(/^META-INF\/MANIFEST\.MF$/i)) return "program";
  return null;
}

/** Whether a zip archive may be a workbook, by the names of its parts. */
export function isWorkbook(names: readonly string[]): boolean {
  const has = (part: RegExp) => names.some((name) => part.test(name));
  return (
    has(/^xl\/workbook\.xml$/i) || (has(/^content\.xml$/i) && has(/^(mimetype|META-INF\/manifest\.xml)$/i))
  );
}

/**
 * What text certainly is that begins like this, where it is not one row of a list a line; null: a list, perhaps. Such text
 * is not read as a list even where addresses could be found in it: what came of it would be neither.
 */
export function kindOfText(head: string): NotAList | null {
  const start = head.replace(/^\uFEFF/, "").trimStart();
  if (/^BEGIN:VCARD/i.test(start)) return "contacts";
  if (/^BEGIN:VCALENDAR/i.test(start)) return "calendar";
  if (/^(\[\s*)?\{\s*("[^"\n]*"\s*:|\})/.test(start)) return "json";
  if (/^<\?xml[^>]*>/i.test(start)) {
    if (start.includes("urn:schemas-microsoft-com:office:spreadsheet")) return "xml_workbook";
    return /<html[\s>]/i.test(start) ? "web_page" : "xml";
  }
  if (/^(<!--[\s\S]*?-->\s*)?<(!doctype html|html|head|body|table|meta)[\s>]/i.test(start)) return "web_page";
  return null;
}

function bytesAt(path: string, start: number, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, start));
  } finally {
    closeSync(file);
  }
}
