import { readCell } from "../../text/index.ts";
import { holdsAddress, namesAddresses } from "./address-column.ts";

/** How a list begins, in numbers of its records: its header (null: none) and its first row. What is before them is kept above. */
export interface Beginning {
  readonly header: number | null;
  readonly first: number;
}

/** So many lines may stand above a header. */
const MOST_ABOVE = 30;
const LONGEST_NAME = 40;
const NO_HEADER: Beginning = { header: null, first: 0 };

type Cells = readonly string[];

/** Finds the header by its words and by what stands below it. `column`: where the addresses seem to be; null: unknown. */
export function guessBeginning(records: readonly Cells[], column: number | null): Beginning {
  const isRow = (cells: Cells) =>
    column === null ? cells.some(holdsAddress) : holdsAddress(cells[column] ?? "");
  const firstRow = records.findIndex(isRow);
  const end = Math.min(firstRow < 0 ? records.length : firstRow, MOST_ABOVE);
  const before = records.slice(0, end);
  const scores = before.map((cells) => headerScore(cells, column));
  const most = Math.max(0, ...scores);
  if (most > 0) return under(scores.indexOf(most));
  if (firstRow === 0 || before.length === 0) return NO_HEADER;
  return byPlace(records, column, firstRow);
}

/** 0: no header. From 1 on it has the words of one; from 4 on it names the column of the addresses. */
function headerScore(cells: Cells, column: number | null): number {
  if (cells.some((cell) => cell.includes("@"))) return 0;
  const named = cells.filter(isHeaderWord).length;
  const above = column === null ? "" : (cells[column]?.trim() ?? "");
  const names = above !== "" && above.length <= LONGEST_NAME && namesAddresses(above);
  // `Email list` alone in a row of a table is a title.
  if (named === 0 || (filled(cells) === 1 && cells.length > 1 && !names)) return 0;
  return (names ? 4 : 0) + (named > 1 ? 2 : 1);
}

/** No word gives a header away: what the lines before the first address are. */
function byPlace(records: readonly Cells[], column: number | null, firstRow: number): Beginning {
  const [top = []] = records;
  const cell = (cells: Cells) => (column === null ? "" : (cells[column]?.trim() ?? ""));
  // A mistyped address is a row to correct, not a name.
  if (isMeantAsAddress(cell(top))) return NO_HEADER;
  if (firstRow < 0) return cell(top) !== "" && records.length > 1 ? under(0) : NO_HEADER;
  const below = records.slice(firstRow + 1);
  const title: Beginning = { header: null, first: firstRow };
  if (cell(top) === "") {
    if (below.some((cells) => cell(cells) === "")) return NO_HEADER;
    const last = records[firstRow - 1] ?? [];
    if (firstRow > 1 && filled(last) > 1 && cell(last) !== "") return under(firstRow - 1);
    return filled(top) > 1 && firstRow === 1 ? under(0) : title;
  }
  const strange = below.filter((cells) => cell(cells) !== "" && !holdsAddress(cell(cells)));
  if (strange.some((cells) => cell(cells).toLowerCase() === cell(top).toLowerCase())) return NO_HEADER;
  const usual = Math.max(1, ...records.slice(firstRow, firstRow + 20).map(filled));
  return usual > 1 && filled(top) === 1 ? title : under(0);
}

/** Returns whether a cell holds an address, well-formed or mistyped. */
function isMeantAsAddress(cell: string): boolean {
  return cell.includes("@") || readCell(cell).kind === "fixable";
}

/** The header is record `index`, and the rows are those below it. */
function under(index: number): Beginning {
  return { header: index, first: index + 1 };
}

function filled(cells: Cells): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

/** Words of headers in many languages that are unlikely to be anybody's data. */
const HEADER_WORDS = new Set(
  `name,first name,firstname,last name,lastname,surname,full name,fullname,given name,family name,company,organisation,organization,phone,
telephone,mobile,address,street,city,country,state,zip,zip code,postcode,postal code,date,created,created at,updated at,id,customer id,status,tags,
notes,note,comment,comments,title,language,source,verification result,nom,prénom,prenom,société,téléphone,ville,pays,vorname,nachname,firma,
telefon,stadt,land,ort,plz,straße,nombre,apellido,apellidos,empresa,teléfono,ciudad,país,nome,cognome,azienda,telefono,città,paese,sobrenome,
telefone,cidade,naam,voornaam,achternaam,bedrijf,plaats,imię,nazwisko,firma,miasto,имя,фамилия,компания,телефон,город,姓名,名前,会社,電話,公司,电话,城市`
    .split(",")
    .map((word) => word.trim()),
);

/** Whether a cell is what a header calls a column, in any of many languages. */
function isHeaderWord(cell: string): boolean {
  const plain = cell.trim().toLowerCase().replace(/[_-]+/g, " ");
  return HEADER_WORDS.has(plain) || (plain.length <= 40 && namesAddresses(plain));
}
