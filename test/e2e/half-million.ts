import { sandboxVerdict } from "../../electron/sandbox/verdicts.ts";
import { FLAG_BIT, type Flag, type Verdict } from "../../shared/verdicts.ts";

/**
 * A list of half a million rows with the expected result of each, computed only from the list and the sandbox's
 * verdicts, without the engine.
 */
export interface BigRow {
  /** The record with its line end. */
  readonly record: string;
  readonly cell: string;
  readonly country: string;
  readonly amount: number;
  readonly kind: "first" | "repeated" | "malformed" | "empty";
  /** `null` if the row has none. */
  readonly verdict: Verdict | null;
  readonly flags: number;
  readonly domain: string;
}

const HEADER = "Number;Email;Country;Amount;Note\r\n";
const COUNTRIES = ["Austria", "Brazil", "Côte d'Ivoire", "Denmark", "Ecuador", "Österreich"];
const NOTES = ["", "plain", '"quoted; with a delimiter"', '"two\nlines"', '"she said ""yes"""'];
const DOMAINS = [
  "gmail.com",
  "yahoo.com",
  "mailinator.com",
  ...Array.from({ length: 40 }, (_, i) => `firm${i}.example`),
];

/** Returns the same rows each time. Amounts are unique, so that sorting by them has one order. */
export function bigRows(count: number): BigRow[] {
  const seen = new Set<string>();
  return Array.from({ length: count }, (_, i) => {
    const cell = cellOf(i);
    const address = cell.toLowerCase();
    const usable = cell.includes("@");
    const verdictTotal = usable ? sandboxVerdict(address) : null;
    const kind = usable ? (seen.has(address) ? "repeated" : "first") : cell === "" ? "empty" : "malformed";
    if (usable) seen.add(address);
    const country = COUNTRIES[i % COUNTRIES.length] ?? "";
    const amount = (i * 7_919) % 1_000_003;
    const note = NOTES[i % NOTES.length] ?? "";
    return {
      record: `${String(i).padStart(7, "0")};${cell};${country};${amount};${note}\r\n`,
      cell,
      country,
      amount,
      kind,
      verdict: verdictTotal?.verdict ?? null,
      flags: verdictTotal?.flags ?? 0,
      domain: address.slice(address.lastIndexOf("@") + 1),
    };
  });
}

function cellOf(i: number): string {
  if (i % 1_009 === 1_008) return "not an address";
  if (i % 2_003 === 2_002) return "";
  const of = i % 97 === 96 ? i - 90 : i;
  const local = of % 41 === 40 ? `info+${of}` : `person.${of}`;
  const address = `${local}@${DOMAINS[of % DOMAINS.length] ?? ""}`;
  return i % 97 === 96 ? address.toUpperCase() : address;
}

export function fileOf(rows: readonly BigRow[]): Buffer {
  return Buffer.from(HEADER + rows.map((row) => row.record).join(""));
}

export function hasFlag(row: BigRow, flag: Flag): boolean {
  return (row.flags & FLAG_BIT[flag]) !== 0;
}
