import { FLAG_BIT, verdictOf } from "../../../../shared/verdicts.ts";
import type { OpenCleaning } from "../../results/index.ts";
import { quoteCell } from "../../text/index.ts";

/** Verdict columns, with the service's names and order. */
const VERDICT_COLUMNS = [
  "Verification Result",
  "Syntax Error",
  "ISP",
  "Role",
  "Disposable",
  "Trap",
  "Verified At",
] as const;

/** Extra column with the verified address, for cells that contain more than the address. */
const VERIFIED_ADDRESS = "Verified Address";

/** Returns the added columns; includes "Verified Address" only if needed. */
export function verdictColumns(list: OpenCleaning["list"]): readonly string[] {
  return list.hasDifferingCells ? [...VERDICT_COLUMNS, VERIFIED_ADDRESS] : VERDICT_COLUMNS;
}

const FLAG_BITS = [FLAG_BIT.syntax_error, FLAG_BIT.free, FLAG_BIT.role, FLAG_BIT.disposable, FLAG_BIT.trap];
const BLANK: readonly string[] = VERDICT_COLUMNS.map(() => "");

/** Returns the added cells: verdict, flags as Y or N, ISO 8601 time, and the verified address if needed. */
export function verdictCells(cleaning: OpenCleaning, row: number): readonly string[] {
  const cells = resultCells(cleaning, row);
  const { list } = cleaning;
  return list.hasDifferingCells ? [...cells, verifiedAddress(list, row)] : cells;
}

function verifiedAddress(list: OpenCleaning["list"], row: number): string {
  const address = list.rowAddress[row] ?? -1;
  return address >= 0 && list.cellDiffers(row) ? list.address(address) : "";
}

function resultCells({ list, results }: OpenCleaning, row: number): readonly string[] {
  const address = list.rowAddress[row] ?? -1;
  const verdict = address < 0 ? null : verdictOf(results.verdict[address] ?? 0);
  if (verdict === null) return BLANK;
  const flags = results.flags[address] ?? 0;
  const at = results.verifiedAt[address] ?? 0;
  const marks = FLAG_BITS.map((bit) => ((flags & bit) === 0 ? "N" : "Y"));
  return [verdict, ...marks, at === 0 ? "" : new Date(at).toISOString()];
}

export interface SuffixDialect {
  readonly delimiter: string;
  /** Bytes per code unit: 2 for UTF-16. */
  readonly unit: number;
  encode(text: string): Buffer;
}

interface Suffix {
  readonly untimed: Buffer;
  readonly timed: Buffer;
  setTime(at: number): void;
}

/** Returns an encoder of the added cells, whose result is valid until the next call. */
export function createVerdictSuffix(cleaning: OpenCleaning, dialect: SuffixDialect): (row: number) => Buffer {
  const { list } = cleaning;
  const results = createResultSuffix(cleaning, dialect);
  if (!list.hasDifferingCells) return results;
  const { delimiter } = dialect;
  const nothing = dialect.encode(delimiter);
  return (row) => {
    const address = verifiedAddress(list, row);
    const cell = address === "" ? nothing : dialect.encode(delimiter + quoteCell(address, delimiter));
    return Buffer.concat([results(row), cell]);
  };
}

function createResultSuffix(cleaning: OpenCleaning, dialect: SuffixDialect): (row: number) => Buffer {
  const { delimiter } = dialect;
  const known = new Map<number, Suffix>();
  const { rowAddress } = cleaning.list;
  const { verdict, flags, verifiedAt } = cleaning.results;
  const isAscii = dialect.unit === 1 && !/[-:.TZ\d]/.test(delimiter);

  function suffixOf(row: number): Suffix {
    const cells = resultCells(cleaning, row).slice(0, -1);
    const untimed = dialect.encode(
      `${cells.map((cell) => delimiter + quoteCell(cell, delimiter)).join("")}${delimiter}`,
    );
    const timed = Buffer.concat([untimed, Buffer.alloc(ISO_LENGTH)]);
    return { untimed, timed, setTime: createIsoBytes(timed, untimed.length) };
  }

  return (row) => {
    const address = rowAddress[row] ?? -1;
    const code = address < 0 ? 0 : (verdict[address] ?? 0);
    const key = code === 0 ? 0 : code * 256 + (flags[address] ?? 0);
    let suffix = known.get(key);
    if (suffix === undefined) {
      suffix = suffixOf(row);
      known.set(key, suffix);
    }
    const at = code === 0 ? 0 : (verifiedAt[address] ?? 0);
    if (at === 0) return suffix.untimed;
    if (!isAscii) {
      const time = dialect.encode(quoteCell(new Date(at).toISOString(), delimiter));
      return Buffer.concat([suffix.untimed, time]);
    }
    suffix.setTime(at);
    return suffix.timed;
  };
}

const DAY = 86_400_000;
const ZERO = 48;
const ISO_LENGTH = 24;

/** Returns a function that writes times as `2026-01-31T23:59:59.999Z` into `bytes` at `start`. */
function createIsoBytes(bytes: Buffer, start: number): (at: number) => void {
  bytes.write("0000-00-00T00:00:00.000Z", start, "latin1");
  let day = Number.NaN;
  const put = (at: number, value: number) => {
    bytes[start + at] = ZERO + Math.floor(value / 10);
    bytes[start + at + 1] = ZERO + (value % 10);
  };
  return (at) => {
    const own = Math.floor(at / DAY);
    if (own !== day) {
      day = own;
      bytes.write(new Date(own * DAY).toISOString().slice(0, 10), start, "latin1");
    }
    const rest = Math.floor(at - own * DAY);
    const seconds = Math.floor(rest / 1000);
    put(11, Math.floor(seconds / 3600));
    put(14, Math.floor(seconds / 60) % 60);
    put(17, seconds % 60);
    bytes[start + 20] = ZERO + Math.floor((rest % 1000) / 100);
    put(21, rest % 100);
  };
}
