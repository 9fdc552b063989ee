import { FLAG_BIT, type Verdict } from "../../shared/verdicts.ts";
import type { ActiveFaults } from "./faults.ts";
import { type Job, verifiedAt } from "./job.ts";
import { type Chunk, flagsOfCode, verdictOfCode } from "./list.ts";
import { spellVerdict } from "./spelling.ts";

const COLUMNS = ["Verification Result", "Syntax Error", "ISP", "Role", "Disposable", "Trap", "Verified At"];
const FLAG_COLUMNS = [
  FLAG_BIT.syntax_error,
  FLAG_BIT.free,
  FLAG_BIT.role,
  FLAG_BIT.disposable,
  FLAG_BIT.trap,
];

/** Yields the results file chunk by chunk (service-spec, 'Download file'). `faults` vary its format. */
export function* writeResults(
  job: Job,
  chunks: Iterable<Chunk>,
  wanted: ReadonlySet<Verdict>,
  faults: ActiveFaults,
): Generator<string> {
  const end = faults.has("crlf") ? "\r\n" : "\n";
  let held = faults.has("bom") ? "\ufeff" : "";
  let lines = 0;
  const put = (text: string) => {
    const ready = held;
    held = lines++ === 0 ? held + text : end + text;
    return lines === 1 ? "" : ready;
  };
  if (!faults.has("no-header")) yield put(line(header(job, faults), faults));
  for (const rows of rowsOf(job, chunks, wanted, faults)) {
    if (rows.length > 0) yield put(rows.map((cells) => line(cells, faults)).join(end));
  }
  yield faults.has("no-final-newline") ? held : held + end;
}

function header(job: Job, faults: ActiveFaults): string[] {
  const named = faults.has("uploaded-header") ? job.addressHeader : "Email";
  const address = faults.has("empty-header") ? "" : named;
  const verdict = faults.has("accept-all-column") ? COLUMNS.toSpliced(1, 0, "Accept-all") : COLUMNS;
  const cells = arrange(address, verdict, job.extraHeaders, faults);
  if (faults.has("header-short")) return cells.slice(0, -1);
  return faults.has("header-long") ? [...cells, "Remarks"] : cells;
}

function arrange(
  address: string,
  verdict: readonly string[],
  extras: readonly string[],
  faults: ActiveFaults,
): string[] {
  if (faults.has("no-uploaded-columns")) return [address, ...verdict];
  return faults.has("uploaded-columns-first")
    ? [...extras, address, ...verdict]
    : [address, ...verdict, ...extras];
}

function* rowsOf(
  job: Job,
  chunks: Iterable<Chunk>,
  wanted: ReadonlySet<Verdict>,
  faults: ActiveFaults,
): Generator<string[][]> {
  const missing = faults.get("rows-missing");
  const doubled = faults.get("rows-doubled");
  let row = 0;
  for (const chunk of faults.has("reordered") ? [...chunks].reverse() : chunks) {
    const rows: string[][] = [];
    chunk.addresses.forEach((address, i) => {
      const code = chunk.codes[i] ?? 0;
      if (!wanted.has(verdictOfCode(code))) return;
      row++;
      if (missing !== undefined && row % missing === 0) return;
      const cells = rowOf(job, chunk.first + i, address, code, chunk.extras?.[i] ?? [], faults);
      rows.push(cells);
      if (doubled !== undefined && row % doubled === 0) rows.push(cells);
    });
    yield faults.has("reordered") ? rows.reverse() : rows;
  }
  const strange = faults.get("rows-strange") ?? 0;
  yield Array.from({ length: strange }, (_, i) =>
    rowOf(
      job,
      job.total - 1,
      `stranger-${i}@elsewhere.example`,
      1,
      job.extraHeaders.map(() => ""),
      faults,
    ),
  );
}

function rowOf(
  job: Job,
  index: number,
  address: string,
  code: number,
  extras: readonly string[],
  faults: ActiveFaults,
): string[] {
  const verdict = verdictOfCode(code);
  const flags = flagsOfCode(code);
  const cells = FLAG_COLUMNS.map((flag) => spellFlag((flags & flag) !== 0, faults));
  if (faults.has("accept-all-column")) cells.unshift(spellFlag(verdict === "accept_all", faults));
  const time = faults.has("blank-times") ? "" : new Date(verifiedAt(job, index)).toISOString();
  const written = faults.has("recased") ? recase(address) : address;
  return arrange(written, [spellVerdict(verdict, "accept-all", faults), ...cells, time], extras, faults);
}

function recase(address: string): string {
  const lower = address.toLowerCase();
  return address === lower ? address.toUpperCase() : lower;
}

function spellFlag(set: boolean, faults: ActiveFaults): string {
  if (!set && faults.has("flags-blank")) return "";
  if (faults.has("flags-01")) return set ? "1" : "0";
  if (faults.has("flags-words")) return set ? "true" : "false";
  return set ? "Y" : "N";
}

const SPECIAL = /[",\r\n]|^\s|\s$/;

function line(cells: readonly string[], faults: ActiveFaults): string {
  if (!faults.has("quoted-spaced")) {
    return cells.map((cell) => (SPECIAL.test(cell) ? quoted(cell) : cell)).join(",");
  }
  return cells.map((cell, i) => `${i === 0 ? "" : i % 2 === 1 ? ", " : ",\t"}${quoted(cell)}`).join("");
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
