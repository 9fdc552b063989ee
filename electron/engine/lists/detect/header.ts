import { readCell } from "../../text/index.ts";
import { containsAddress, isAddressHeader } from "./address-column.ts";

/** Record indexes of the header (`null` without one) and of the first row. */
export interface HeaderPosition {
  readonly header: number | null;
  readonly first: number;
}

const MAX_LINES_ABOVE = 30;
const MAX_NAME_LENGTH = 40;
const NO_HEADER: HeaderPosition = { header: null, first: 0 };

type Cells = readonly string[];

/** Guesses the header from its words and from the rows below it. `column` is the likely address column, or `null`. */
export function detectHeader(records: readonly Cells[], column: number | null): HeaderPosition {
  const isRow = (cells: Cells) =>
    column === null ? cells.some(containsAddress) : containsAddress(cells[column] ?? "");
  const firstRow = records.findIndex(isRow);
  const end = Math.min(firstRow < 0 ? records.length : firstRow, MAX_LINES_ABOVE);
  const before = records.slice(0, end);
  const scores = before.map((cells) => headerScore(cells, column));
  const most = Math.max(0, ...scores);
  if (most > 0) return headerAt(scores.indexOf(most));
  if (firstRow === 0 || before.length === 0) return NO_HEADER;
  return guessByShape(records, column, firstRow);
}

/** Scores header words: 0 is no header; from 4 on, the record names the address column. */
function headerScore(cells: Cells, column: number | null): number {
  if (cells.some((cell) => cell.includes("@"))) return 0;
  const named = cells.filter(isHeaderWord).length;
  const above = column === null ? "" : (cells[column]?.trim() ?? "");
  const names = above !== "" && above.length <= MAX_NAME_LENGTH && isAddressHeader(above);
  // A lone `Email list` in a table row is a title, not a header.
  if (named === 0 || (filled(cells) === 1 && cells.length > 1 && !names)) return 0;
  return (names ? 4 : 0) + (named > 1 ? 2 : 1);
}

/** Fallback without known header words: judges the lines before the first address by their shape. */
function guessByShape(records: readonly Cells[], column: number | null, firstRow: number): HeaderPosition {
  const [top = []] = records;
  const cell = (cells: Cells) => (column === null ? "" : (cells[column]?.trim() ?? ""));
  // A mistyped address is a row to correct, not a column name.
  if (isMeantAsAddress(cell(top))) return NO_HEADER;
  if (firstRow < 0) return cell(top) !== "" && records.length > 1 ? headerAt(0) : NO_HEADER;
  const below = records.slice(firstRow + 1);
  const title: HeaderPosition = { header: null, first: firstRow };
  if (cell(top) === "") {
    if (below.some((cells) => cell(cells) === "")) return NO_HEADER;
    const last = records[firstRow - 1] ?? [];
    if (firstRow > 1 && filled(last) > 1 && cell(last) !== "") return headerAt(firstRow - 1);
    return filled(top) > 1 && firstRow === 1 ? headerAt(0) : title;
  }
  const strange = below.filter((cells) => cell(cells) !== "" && !containsAddress(cell(cells)));
  if (strange.some((cells) => cell(cells).toLowerCase() === cell(top).toLowerCase())) return NO_HEADER;
  const usual = Math.max(1, ...records.slice(firstRow, firstRow + 20).map(filled));
  return usual > 1 && filled(top) === 1 ? title : headerAt(0);
}

function isMeantAsAddress(cell: string): boolean {
  return cell.includes("@") || readCell(cell).kind === "fixable";
}

function headerAt(index: number): HeaderPosition {
  return { header: index, first: index + 1 };
}

function filled(cells: Cells): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

const HEADER_WORDS = new Set(
  `name,first name,firstname,last name,lastname,surname,full name,fullname,given name,family name,company,organisation,organization,phone,
telephone,mobile,address,street,city,country,state,zip,zip code,postcode,postal code,date,created,created at,updated at,id,customer id,status,tags,
notes,note,comment,comments,title,language,source,verification result,nom,prénom,prenom,société,téléphone,ville,pays,vorname,nachname,firma,
telefon,stadt,land,ort,plz,straße,nombre,apellido,apellidos,empresa,teléfono,ciudad,país,nome,cognome,azienda,telefono,città,paese,sobrenome,
telefone,cidade,naam,voornaam,achternaam,bedrijf,plaats,imię,nazwisko,firma,miasto,имя,фамилия,компания,телефон,город,姓名,名前,会社,電話,公司,电话,城市`
    .split(",")
    .map((word) => word.trim()),
);

function isHeaderWord(cell: string): boolean {
  const plain = cell.trim().toLowerCase().replace(/[_-]+/g, " ");
  return HEADER_WORDS.has(plain) || (plain.length <= 40 && isAddressHeader(plain));
}
