/**
 * A list as a CRM exports it: BOM, semicolons, quoted line breaks, repeated and malformed addresses, text that looks
 * like numbers.
 */
const HEADER = "Kundennr;Name;E-Mail;Telefon;Notiz\r\n";

export interface MessyRow {
  readonly record: string;
  /** The folded address, or `null` if the row has no usable one. */
  readonly address: string | null;
}

/** The rows in order, the same each time. */
export const ROWS: readonly MessyRow[] = [
  row("00012", "Ann Deliverable", "ann@deliverable.example", "+44 20 7946 0000", "ok"),
  row(
    "00013",
    '"Bo; ""the"" Bounce"',
    "bounce.bo@nowhere.example",
    "+49 30 1234",
    '"two\r\nlines; and a semicolon"',
  ),
  row("00014", "Ann again", "ANN@Deliverable.Example", "020", "other case"),
  row("00015", "No Address", "not an address", "-1", "malformed"),
  row("00016", "Cat Chall", "catchall.cat@shop.example", "=1+1", "formula-like"),
  row("00017", "Empty", "", "", ""),
  row("00018", "Sløw Unknown", "slow.dan@büro.example", "+1", "ümlaut"),
  row("00019", "Role", "info@firm.example", "5", "role"),
  row("00020", "Two Ats", "a@@b.example", "6", "malformed"),
  row("00021", "Bo again", "Bounce.Bo@NOWHERE.example", "7", "repeated"),
  ...Array.from({ length: 600 }, (_, i) =>
    row(
      String(100 + i).padStart(5, "0"),
      `Person ${i}`,
      `person${i}@example${i % 5}.com`,
      `+44${i}`,
      '"a, b"',
    ),
  ),
];

function row(id: string, name: string, email: string, phone: string, note: string): MessyRow {
  const usable = /^[^@\s]+@[^@\s]+$/.test(email);
  return {
    record: `${id};${name};${email};${phone};${note}\r\n`,
    address: usable ? email.toLowerCase() : null,
  };
}

const BOM = "\uFEFF";

export function messyFile(): Buffer {
  return Buffer.from(BOM + HEADER + ROWS.map((one) => one.record).join(""), "utf8");
}

/** Returns the file with only the rows for which `keep` holds, and each address once. */
export function expectedFile(keep: (address: string) => boolean): Buffer {
  const seen = new Set<string>();
  const kept = ROWS.filter(({ address }) => {
    if (address === null || seen.has(address)) return false;
    seen.add(address);
    return keep(address);
  });
  return Buffer.from(BOM + HEADER + kept.map((one) => one.record).join(""), "utf8");
}

/** Distinct usable addresses, folded, in order. */
export const ADDRESSES: readonly string[] = [...new Set(ROWS.flatMap(({ address }) => address ?? []))];
