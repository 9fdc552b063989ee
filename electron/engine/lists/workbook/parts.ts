import { posix } from "node:path";
import { dateFormats, type NumberFormat, namedFormat } from "./number-formats.ts";
import { MAX_TOKEN_LENGTH, plainText, xmlReader } from "./xml.ts";
import { ArchiveError, readArchive } from "./zip-archive.ts";

const MAX_SHARED = 10_000_000;
const MAX_SHARED_CHARACTERS = 400_000_000;
export const MAX_SHEETS = 1_000;
export const MAX_STYLES = 66_000;
const MAX_RELATIONS = 20_000;
const NAME_SHOWN = 255;
/** Maximum length of a format code, four times what spreadsheets accept. Longer ones are cut. */
const MAX_FORMAT_CODE_LENGTH = 1_024;

export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly hidden: boolean;
}

export interface Workbook {
  readonly format: "xlsx" | "ods";
  readonly sheets: Sheet[];
  readonly shared: string[];
  readonly formats: NumberFormat[];
  /** Formats as the workbook defines them: number of a built-in format, or a format code. */
  readonly codes: (number | string)[];
  /** Dates count from 1904, as on old Macs. */
  readonly since1904: boolean;
}

/** Reads the XLSX workbook at `path` except for its rows. Throws {@link ArchiveError}. */
export async function readParts(path: string): Promise<Workbook> {
  const main = (await readRelations(path, "")).of("officeDocument") ?? "xl/workbook.xml";
  const relations = await readRelations(path, main);
  const beside = (name: string) => posix.join(posix.dirname(main), name);
  const sharedPart = relations.of("sharedStrings") ?? beside("sharedStrings.xml");
  const stylesPart = relations.of("styles") ?? beside("styles.xml");
  const listed: { name: string; id: string; hidden: boolean }[] = [];
  const shared: string[] = [];
  const custom = new Map<number, string>();
  const styles: number[] = [];
  let since1904 = false;
  let found = false;
  await readArchive(path, (name) => {
    switch (name.toLowerCase()) {
      case main.toLowerCase():
        found = true;
        return xmlReader({
          open(element, attributes) {
            if (element === "workbookPr") since1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
            if (element !== "sheet") return;
            const id = attributes["r:id"] ?? attributes["relationships:id"] ?? "";
            const hidden = /hidden/i.test(attributes.state ?? "");
            listed.push({ name: plainText(attributes.name ?? "").slice(0, NAME_SHOWN), id, hidden });
            atMost(listed.length, MAX_SHEETS);
          },
        });
      case sharedPart.toLowerCase():
        return sharedReader(shared);
      case stylesPart.toLowerCase():
        return stylesReader(custom, styles);
      default:
        return null;
    }
  });
  if (!found) throw new ArchiveError("no_workbook");
  const sheets = listed.flatMap(({ name, id, hidden }): Sheet[] => {
    const part = relations.withId(id);
    return part === undefined ? [] : [{ name, part, hidden }];
  });
  return {
    format: "xlsx",
    sheets,
    shared,
    formats: dateFormats(styles, custom),
    codes: styles.map((id) => namedFormat(id, custom.get(id))),
    since1904,
  };
}

/** Reads the relationships of `part` (ECMA-376, part 2, §9.3); `''` is the package. */
async function readRelations(path: string, part: string) {
  const folder = part === "" ? "" : posix.dirname(part);
  const file = posix.join(folder, "_rels", `${posix.basename(part)}.rels`).toLowerCase();
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  await readArchive(path, (name) => {
    if (name.toLowerCase() !== file) return null;
    return xmlReader({
      open(element, { Id, Type, Target, TargetMode }) {
        if (element !== "Relationship" || Target === undefined || TargetMode === "External") return;
        const target = Target.startsWith("/") ? Target.slice(1) : posix.join(folder, Target);
        if (Id !== undefined) byId.set(Id, target);
        const type = Type?.slice(Type.lastIndexOf("/") + 1);
        if (type !== undefined && !byType.has(type)) byType.set(type, target);
        atMost(byId.size, MAX_RELATIONS);
      },
    });
  });
  return { of: (type: string) => byType.get(type), withId: (id: string) => byId.get(id) };
}

function atMost(count: number, most: number): void {
  if (count > most) throw new ArchiveError("too_large");
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
      if (!inText) return;
      text += piece;
      atMost(text.length, MAX_TOKEN_LENGTH);
    },
    close(element) {
      if (element === "t") inText = false;
      else if (element === "rPh") phonetic = false;
      else if (element === "si") {
        characters += text.length;
        atMost(characters, MAX_SHARED_CHARACTERS);
        shared.push(plainText(text));
        atMost(shared.length, MAX_SHARED);
      }
    },
  });
}

function stylesReader(custom: Map<number, string>, styles: number[]) {
  let inCells = false;
  return xmlReader({
    open(element, attributes) {
      if (element === "numFmt") {
        custom.set(
          Number(attributes.numFmtId),
          plainText(attributes.formatCode ?? "").slice(0, MAX_FORMAT_CODE_LENGTH),
        );
      } else if (element === "cellXfs") inCells = true;
      else if (element === "xf" && inCells) styles.push(Number(attributes.numFmtId ?? 0));
      atMost(Math.max(custom.size, styles.length), MAX_STYLES);
    },
    close(element) {
      if (element === "cellXfs") inCells = false;
    },
  });
}
