import { checkSyntax, extractAddress } from "../../text/index.ts";

/** What a column's sampled cells say about it. */
export interface ColumnSample {
  readonly filled: number;
  readonly addresses: number;
  readonly distinct: number;
}

export interface ColumnChoice {
  /** The clear winner, or null. */
  readonly column: number | null;
  /** Every column that could hold the addresses, best first. */
  readonly candidates: number[];
  readonly samples: readonly ColumnSample[];
}

/** Words for 'email address' that headers use, without blanks and punctuation. */
const ADDRESS_HEADER =
  /(?<![a-z])(?:e?mails?|emailaddress(?:es)?|mailadresse|courriel|couriel|correo(?:electronico)?|posta(?:elettronica)?|epost(?:adresse?)?|sahkoposti(?:osoite)?|eposta|почта|электроннаяпочта|имейл|メール(?:アドレス)?|メアド|电子邮件|邮箱|电邮|이메일|ηλεκτρονικοταχυδρομειο|بريدإلكتروني|אימייל|อีเมล)(?![a-z])/u;

/** A longer header than a whole question is no words. */
const LONGEST_HEADER = 1_000;

/** Whether a header's words say that addresses stand below it, in any of many languages. */
export function namesAddresses(header: string): boolean {
  if (header.length > LONGEST_HEADER) return false;
  const plain = header
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s_\-.:/()[\]]+/gu, " ")
    .trim();
  return ADDRESS_HEADER.test(plain) || ADDRESS_HEADER.test(plain.replaceAll(" ", ""));
}

/** Words of headers over addresses that a program suggests instead of the ones that it was given. */
const SUGGESTION_HEADER = /did.?you.?mean|suggest|correct(?:ed|ion)/i;

/** Words of headers over addresses of other people than the list's. */
const OTHERS_HEADER =
  /owner|manager|\brep\b|sales|sender|from|\bby\b|referr|assign|agent|advisor|account|backup|secondary|alternat|betreuer|vertret|absender/i;

export function holdsAddress(cell: string): boolean {
  if (!cell.includes("@") && !cell.includes("＠")) return false;
  const address = extractAddress(cell);
  return address !== null && checkSyntax(address) === null;
}

/**
 * Counts what the sampled data rows (no header) of `width` columns hold; those of `without` count as blank. `holds` tells
 * whether a cell holds what is looked for.
 */
export function sampleColumns(
  rows: readonly (readonly string[])[],
  width: number,
  without: ReadonlySet<number> = new Set(),
  holds: (cell: string) => boolean = holdsAddress,
): ColumnSample[] {
  const samples: ColumnSample[] = [];
  for (let index = 0; index < width; index++) {
    let filled = 0;
    let addresses = 0;
    const seen = new Set<string>();
    for (const row of without.has(index) ? [] : rows) {
      const cell = row[index]?.trim() ?? "";
      if (cell === "") continue;
      filled++;
      if (holds(cell)) {
        addresses++;
        seen.add(cell.toLowerCase());
      }
    }
    samples.push({ filled, addresses, distinct: seen.size });
  }
  return samples;
}

/**
 * Chooses the address column by contents first. Of several that qualify, the one whose header names addresses (`names`) wins;
 * if that doesn't settle it, the choice is left to the user.
 */
export function chooseColumn(
  samples: readonly ColumnSample[],
  headers: readonly string[] | null,
  names: (header: string) => boolean = namesAddresses,
): ColumnChoice {
  const named = (index: number) => headers !== null && names(headers[index] ?? "");
  const isOfOthers = (index: number) => {
    const header = headers?.[index] ?? "";
    return SUGGESTION_HEADER.test(header) || OTHERS_HEADER.test(header);
  };
  const candidates = samples
    .map((sample, index) => ({ index, sample }))
    .filter(({ index, sample }) => {
      const share = sample.filled === 0 ? 0 : sample.addresses / sample.filled;
      return share >= 0.5 || (sample.addresses > 0 && (share >= 0.1 || named(index)));
    })
    .sort((a, b) => b.sample.distinct - a.sample.distinct || a.index - b.index);
  const indexes = candidates.map((candidate) => candidate.index);
  const [best, second] = candidates;
  if (best === undefined) {
    // Nothing looks like an address, but a header that says so is worth asking about.
    const byName = samples.flatMap((sample, index) => (named(index) && sample.filled > 0 ? [index] : []));
    const [only] = byName;
    return { column: byName.length === 1 && only !== undefined ? only : null, candidates: byName, samples };
  }
  if (second === undefined || clearlyBetter(best.sample, second.sample))
    return { column: best.index, candidates: indexes, samples };
  const [onlyNamed, ...others] = candidates.filter(({ index }) => named(index) && !isOfOthers(index));
  const isSettled =
    onlyNamed !== undefined && others.length === 0 && onlyNamed.sample.distinct * 2 > best.sample.distinct;
  return { column: isSettled ? onlyNamed.index : null, candidates: indexes, samples };
}

function clearlyBetter(best: ColumnSample, second: ColumnSample): boolean {
  if (second.addresses * 2 < best.addresses) return true;
  // A handful of addresses over and over (the account's owner, say) is not what the list is about.
  return best.distinct >= 20 && second.distinct * 5 < best.distinct;
}
