import { posix } from "node:path";
import { ArchiveRefusal, readArchive } from "./archive.ts";
import { dateFormats, type NumberFormat } from "./number-formats.ts";
import { plainText, xmlReader } from "./xml.ts";

/** Shared texts of a workbook may take so many characters together. */
const MOST_SHARED_CHARACTERS = 400_000_000;

export interface Sheet {
  readonly name: string;
  /** Its part of the archive. */
  readonly part: string;
  readonly hidden: boolean;
}

/** Everything of a workbook but the rows of its sheets. */
export interface Workbook {
  readonly sheets: Sheet[];
  /** Texts that cells refer to by number. */
  readonly shared: string[];
  /** How the numbers of cells of each style are shown. */
  readonly formats: NumberFormat[];
  /** Dates count from 1904, as on old Macs. */
  readonly since1904: boolean;
}

/** Reads what the sheets of the workbook at `path` refer to. Throws {@link ArchiveRefusal}. */
export function readWorkbook(path: string): Workbook {
  const listed: { name: string; id: string; hidden: boolean }[] = [];
  const targets = new Map<string, string>();
  const shared: string[] = [];
  const custom = new Map<number, string>();
  const styles: number[] = [];
  let since1904 = false;
  let found = false;
  readArchive(path, (name) => {
    switch (name.toLowerCase()) {
      case "xl/workbook.xml":
        found = true;
        return xmlReader({
          open(element, attributes) {
            if (element === "workbookPr") since1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
            if (element !== "sheet") return;
            const id = attributes["r:id"] ?? attributes["relationships:id"] ?? "";
            listed.push({
              name: attributes.name ?? "",
              id,
              hidden: /hidden/i.test(attributes.state ?? ""),
            });
          },
        });
      case "xl/_rels/workbook.xml.rels":
        return xmlReader({
          open(element, { Id, Target }) {
            if (element === "Relationship" && Id !== undefined && Target !== undefined)
              targets.set(Id, Target);
          },
        });
      case "xl/sharedstrings.xml":
        return sharedReader(shared);
      case "xl/styles.xml":
        return stylesReader(custom, styles);
      default:
        return null;
    }
  });
  if (!found) throw new ArchiveRefusal("no_workbook", "it is not a workbook");
  const sheets = listed.flatMap(({ name, id, hidden }): Sheet[] => {
    const target = targets.get(id);
    if (target === undefined) return [];
    const part = target.startsWith("/") ? target.slice(1) : posix.join("xl", target);
    return [{ name, part, hidden }];
  });
  return { sheets, shared, formats: dateFormats(styles, custom), since1904 };
}

function sharedReader(shared: string[]) {
  let text = "";
  let inText = false;
  let phonetic = false;
  let characters = 0;
  return xmlReader({
    open(element) {
      if (element === "si") text = "";
      else if (element === "rPh") phonetic = true;
      else if (element === "t") inText = !phonetic;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(element) {
      if (element === "t") inText = false;
      else if (element === "rPh") phonetic = false;
      else if (element === "si") {
        characters += text.length;
        if (characters > MOST_SHARED_CHARACTERS) {
          throw new ArchiveRefusal("too_large", "its texts are larger than any list needs");
        }
        shared.push(plainText(text));
      }
    },
  });
}

function stylesReader(custom: Map<number, string>, styles: number[]) {
  let inCells = false;
  return xmlReader({
    open(element, attributes) {
      if (element === "numFmt") custom.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      else if (element === "cellXfs") inCells = true;
      else if (element === "xf" && inCells) styles.push(Number(attributes.numFmtId ?? 0));
    },
    close(element) {
      if (element === "cellXfs") inCells = false;
    },
  });
}
