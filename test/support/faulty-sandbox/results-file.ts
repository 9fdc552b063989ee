import Papa from "papaparse";
import type { Reply } from "../../../electron/sandbox/messages.ts";
import { type ActiveFaults, FAULTS } from "./faults.ts";

/** Positions of the contract's columns; uploaded columns follow. */
const ADDRESS = 0;
const VERDICT = 1;
const FIRST_FLAG = 2;
const TIME = 7;

/** Rewrites a results file in the form of `faults`. */
export function reshapeResults(file: Exclude<Reply["body"], string>, faults: ActiveFaults): Reply["body"] {
  if (Symbol.asyncIterator in file) throw new TypeError("The sandbox writes results synchronously.");
  if (![...faults.keys()].some((name) => FAULTS[name].includes("download"))) return file;
  const { data } = Papa.parse<string[]>([...file].join("").trimEnd());
  const [header = [], ...rows] = data;
  const written = rowsWith(rows, faults).map((row) => arrange(cellsWith(row, faults), faults));
  if (!faults.has("no-header")) written.unshift(headerWith(header, faults));
  const newline = faults.has("crlf") ? "\r\n" : "\n";
  const text = faults.has("quoted-spaced")
    ? written.map(quotedSpaced).join(newline)
    : Papa.unparse(written, { newline });
  return `${faults.has("bom") ? "\ufeff" : ""}${text}${faults.has("no-final-newline") ? "" : newline}`;
}

function rowsWith(rows: readonly string[][], faults: ActiveFaults): string[][] {
  const missing = faults.get("rows-missing");
  const doubled = faults.get("rows-doubled");
  const isNth = (i: number, n: number | undefined) => n !== undefined && (i + 1) % n === 0;
  const kept = rows.flatMap((row, i) => (isNth(i, missing) ? [] : isNth(i, doubled) ? [row, row] : [row]));
  if (faults.has("reordered")) kept.reverse();
  const last = rows.at(-1) ?? [];
  const strange = Array.from({ length: faults.get("rows-strange") ?? 0 }, (_, i) => [
    `stranger-${i}@elsewhere.example`,
    "deliverable",
    ...last.slice(FIRST_FLAG, TIME).map(() => "N"),
    last[TIME] ?? "",
    ...last.slice(TIME + 1).map(() => ""),
  ]);
  return [...kept, ...strange];
}

function cellsWith(row: readonly string[], faults: ActiveFaults): string[] {
  const verdict = row[VERDICT] ?? "";
  const flags = row.slice(FIRST_FLAG, TIME);
  if (faults.has("accept-all-column")) flags.unshift(verdict === "accept-all" ? "Y" : "N");
  return [
    faults.has("recased") ? recase(row[ADDRESS] ?? "") : (row[ADDRESS] ?? ""),
    spellVerdict(verdict, faults),
    ...flags.map((flag) => spellFlag(flag === "Y", faults)),
    faults.has("blank-times") ? "" : (row[TIME] ?? ""),
    ...row.slice(TIME + 1),
  ];
}

function headerWith(header: readonly string[], faults: ActiveFaults): string[] {
  const cells = [...header];
  if (faults.has("uploaded-header")) cells[ADDRESS] = "Contact";
  if (faults.has("empty-header")) cells[ADDRESS] = "";
  if (faults.has("accept-all-column")) cells.splice(FIRST_FLAG, 0, "Accept-all");
  const arranged = arrange(cells, faults);
  if (faults.has("header-short")) return arranged.slice(0, -1);
  return faults.has("header-long") ? [...arranged, "Remarks"] : arranged;
}

/** Moves or removes the uploaded columns. */
function arrange(cells: readonly string[], faults: ActiveFaults): string[] {
  const end = TIME + 1 + (faults.has("accept-all-column") ? 1 : 0);
  const own = cells.slice(0, end);
  if (faults.has("no-uploaded-columns")) return own;
  const uploaded = cells.slice(end);
  return faults.has("uploaded-columns-first") ? [...uploaded, ...own] : [...own, ...uploaded];
}

function recase(address: string): string {
  const lower = address.toLowerCase();
  return address === lower ? address.toUpperCase() : lower;
}

function spellFlag(isSet: boolean, faults: ActiveFaults): string {
  if (!isSet && faults.has("flags-blank")) return "";
  if (faults.has("flags-01")) return isSet ? "1" : "0";
  if (faults.has("flags-words")) return String(isSet);
  return isSet ? "Y" : "N";
}

/** Quotes every cell and puts a space or a tab after commas. */
function quotedSpaced(cells: readonly string[]): string {
  return cells
    .map((cell, i) => `${i === 0 ? "" : i % 2 === 1 ? ", " : ",\t"}"${cell.replaceAll('"', '""')}"`)
    .join("");
}

/** Returns the verdict as `faults` spell it. */
export function spellVerdict(verdict: string, faults: ActiveFaults): string {
  let text = verdict;
  if (/^accept[-_]all$/.test(verdict)) {
    if (faults.has("verdict-hyphen")) text = "accept-all";
    if (faults.has("verdict-space")) text = "accept all";
    if (faults.has("verdict-underscore")) text = "accept_all";
  }
  if (verdict === "unknown" && faults.has("verdict-unheard-of")) text = "risky";
  if (faults.has("verdict-case"))
    text = text.charAt(0).toUpperCase() + text.slice(1, -1) + text.slice(-1).toUpperCase();
  return faults.has("verdict-padded") ? `  ${text} ` : text;
}
