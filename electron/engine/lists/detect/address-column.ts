import { checkSyntax, extractAddress } from "../../text/index.ts";

export interface ColumnSample {
  readonly filled: number;
  readonly addresses: number;
  readonly distinct: number;
}

export interface ColumnChoice {
  readonly column: number | null;
  readonly candidates: number[];
  readonly samples: readonly ColumnSample[];
}

/** Words for "email address" in headers, without blanks and punctuation. */
const ADDRESS_HEADER =
  /(?<![a-z])(?:e?mails?|emailaddress(?:es)?|mailadresse|courriel|couriel|correo(?:electronico)?|posta(?:elettronica)?|epost(?:adresse?)?|sahkoposti(?:osoite)?|eposta|почта|электроннаяпочта|имейл|メール(?:アドレス)?|メアド|电子邮件|邮箱|电邮|이메일|ηλεκτρονικοταχυδρομειο|بريدإلكتروني|אימייל|อีเมล)(?![a-z])/u;

/** Longer headers are not searched for words. */
const MAX_HEADER_LENGTH = 1_000;

export function isAddressHeader(header: string): boolean {
  if (header.length > MAX_HEADER_LENGTH) return false;
  const plain = header
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s_\-.:/()[\]]+/gu, " ")
    .trim();
  return ADDRESS_HEADER.test(plain) || ADDRESS_HEADER.test(plain.replaceAll(" ", ""));
}

/** Headers of columns with addresses that a program suggests as corrections. */
const SUGGESTION_HEADER = /did.?you.?mean|suggest|correct(?:ed|ion)/i;

/** Headers of columns with addresses of people other than the recipient. */
const OTHERS_HEADER =
  /owner|manager|\brep\b|sales|sender|from|\bby\b|referr|assign|agent|advisor|account|betreuer|vertret|absender/i;

/** Headers of columns with a person's further addresses. Such a column is never chosen over another. */
const SECOND_HEADER =
  /(?<![a-z])(?:second|2nd|alternat|alt|backup|old|previous|former|secondaire|ancien|secundari|anterior|zweit)/i;

/** Headers of columns with ids of messages, which look like addresses. */
const MESSAGE_ID_HEADER = /message.?id|in.?reply.?to|references/i;

/** Headers of columns with senders in logs of mail. */
const SENDER_HEADER = /sender|from\b|return.?path|reply.?to|absender|exp[ée]diteur|remitente|mittente/i;

export function containsAddress(cell: string): boolean {
  if (!cell.includes("@") && !cell.includes("＠")) return false;
  const address = extractAddress(cell);
  return address !== null && checkSyntax(address) === null;
}

/**
 * Counts the contents of the sampled data rows (without header), for `width` columns. Columns in `without` count as
 * blank. `holds` decides which cells count as addresses.
 */
export function sampleColumns(
  rows: readonly (readonly string[])[],
  width: number,
  without: ReadonlySet<number> = new Set(),
  holds: (cell: string) => boolean = containsAddress,
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

/** Chooses the address column by contents, then by header (`names`). Leaves ambiguous cases to the user. */
export function chooseColumn(
  samples: readonly ColumnSample[],
  headers: readonly string[] | null,
  names: (header: string) => boolean = isAddressHeader,
): ColumnChoice {
  const named = (index: number) => headers !== null && names(headers[index] ?? "");
  const isSecond = (index: number) => SECOND_HEADER.test(headers?.[index] ?? "");
  const isOfOthers = (index: number) => {
    const header = headers?.[index] ?? "";
    return SUGGESTION_HEADER.test(header) || OTHERS_HEADER.test(header) || isSecond(index);
  };
  const candidates = samples
    .map((sample, index) => ({ index, sample }))
    .filter(({ index, sample }) => {
      const share = sample.filled === 0 ? 0 : sample.addresses / sample.filled;
      if (MESSAGE_ID_HEADER.test(headers?.[index] ?? "")) return false;
      return share >= 0.5 || (sample.addresses > 0 && (share >= 0.1 || named(index)));
    })
    .sort((a, b) => b.sample.distinct - a.sample.distinct || a.index - b.index);
  const indexes = candidates.map((candidate) => candidate.index);
  const [best, second] = candidates;
  if (best === undefined) {
    // No cell looks like an address, but a header that names addresses is worth asking about.
    const byName = samples.flatMap((sample, index) => (named(index) && sample.filled > 0 ? [index] : []));
    const [only] = byName;
    return { column: byName.length === 1 && only !== undefined ? only : null, candidates: byName, samples };
  }
  const isSender = ({ index }: { index: number }) => SENDER_HEADER.test(headers?.[index] ?? "");
  const [recipient, ...more] = candidates.filter((one) => !isSender(one));
  const sender = candidates.find(isSender);
  if (recipient !== undefined && sender !== undefined) {
    // A mailbox has many senders and one recipient, who is its owner.
    const isLog = more.length === 0 && recipient.sample.distinct * 2 > sender.sample.distinct;
    if (isLog || isSender(best))
      return { column: isLog ? recipient.index : null, candidates: indexes, samples };
  }
  if (second === undefined || (isClearlyBetter(best.sample, second.sample) && !isSecond(best.index)))
    return { column: best.index, candidates: indexes, samples };
  const [onlyNamed, ...others] = candidates.filter(({ index }) => named(index) && !isOfOthers(index));
  const isSettled =
    onlyNamed !== undefined && others.length === 0 && onlyNamed.sample.distinct * 2 > best.sample.distinct;
  return { column: isSettled ? onlyNamed.index : null, candidates: indexes, samples };
}

function isClearlyBetter(best: ColumnSample, second: ColumnSample): boolean {
  if (second.addresses * 2 < best.addresses) return true;
  // A few addresses that repeat, such as the account owner's, are not the recipients.
  return best.distinct >= 20 && second.distinct * 5 < best.distinct;
}
