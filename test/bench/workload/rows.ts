import { addressOf, CITIES, COMPANY_ENDS, diceOf, personOf, pick } from "./people.ts";

export type RowAddress =
  | { readonly kind: "first"; readonly text: string }
  | { readonly kind: "repeated"; readonly text: string }
  | { readonly kind: "malformed"; readonly text: string };

const REPEATED = 0.036;
const MALFORMED = 0.02;
const REMARKS = [
  "Met at the fair, asked for the catalogue",
  'Says "call me later", prefers mornings',
  "Two offices, one invoice address",
  'Newsletter: yes; phone: no, "never"',
  "Moved in spring, check the address, please",
];
const BROKEN = ["no address", "a@@b.example", "name at mail.com", "@nobody.com", "x@", "two words@mail.com"];

export const HEADER = "Email,First name,Last name,Company,City,Signed up,Note\n";
export const COLUMNS = ["email", "first", "last", "company", "city", "signed_up", "note"] as const;

export function rowAddress(row: number): RowAddress {
  const random = diceOf(row);
  const kind = random();
  if (kind < MALFORMED) return { kind: "malformed", text: pick(BROKEN, random) };
  if (kind < MALFORMED + REPEATED) {
    for (let earlier = Math.floor(random() * row); earlier >= 0; earlier--) {
      const of = diceOf(earlier);
      if (of() < MALFORMED + REPEATED) continue;
      const text = addressOf(earlier, personOf(of), of);
      return { kind: "repeated", text: random() < 0.5 ? text : text.toUpperCase() };
    }
  }
  return { kind: "first", text: addressOf(row, personOf(random), random) };
}

export function rowRecord(row: number): string {
  const { text } = rowAddress(row);
  const random = diceOf(row ^ 0x40000000);
  const { first, last } = personOf(random);
  const company = `${last} ${pick(COMPANY_ENDS, random)}`;
  const day = new Date(Date.UTC(2015, 0, 1) + Math.floor(random() * 3900) * 86_400_000).toISOString();
  const lines =
    random() < 0.15 ? `${pick(REMARKS, random)}\n${pick(REMARKS, random)}` : pick(REMARKS, random);
  const note = `"${lines.replaceAll('"', '""')} (${row})"`;
  return `${text},${first},${last},${company},${pick(CITIES, random)},${day.slice(0, 10)},${note}\n`;
}

export function resultLine(row: number, address: string): string {
  const random = diceOf(row ^ 0x20000000);
  const at = new Date(Date.UTC(2026, 9, 1) + Math.floor(random() * 3_600_000)).toISOString();
  const free = /@(gmail|yahoo|hotmail)\./.test(address) ? "Y" : "N";
  const verdict = verdictAt(random());
  const flags = `N,${free},${yes(random, 0.03)},${yes(random, 0.01)},${yes(random, 0.002)}`;
  return `${address},${verdict},${flags},${at}\n`;
}

export const RESULT_HEADER = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\n";

/** About 300,000 of 500,000 rows are deliverable. */
function verdictAt(share: number): string {
  if (share < 0.612) return "deliverable";
  if (share < 0.8) return "undeliverable";
  return share < 0.93 ? "accept-all" : "unknown";
}

function yes(random: () => number, share: number): string {
  return random() < share ? "Y" : "N";
}
