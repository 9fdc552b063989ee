import { parse } from "tldts";

const LOCAL_OCTETS = 64;
const ADDRESS_OCTETS = 254;
const LABEL_OCTETS = 63;
/** Mobile carriers that once gave out addresses with dots where no standard allows them; many are in use. */
const CARRIERS_WITH_ODD_DOTS = new Set(["docomo.ne.jp", "ezweb.ne.jp", "au.com"]);
const ATEXT = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.\u0080-\u{10FFFF}]+$/u;
const QUOTED = /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these characters that are looked for
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * Why `address` certainly cannot receive mail, in the user's words, or null. Conservative: whatever RFC 5321,
 * 5322 or 6531 allows and a real server might take passes; so do internationalised addresses and domains.
 */
export function checkSyntax(address: string): string | null {
  const at = address.lastIndexOf("@");
  if (at < 0) return "There is no @ in it.";
  if (isUnreadable(address)) return "There are characters in it that could not be read.";
  if (CONTROL.test(address)) return "There are control characters in it.";
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (local === "") return "There is nothing before the @.";
  if (domain === "") return "There is nothing after the @.";
  if (Buffer.byteLength(local) > LOCAL_OCTETS) return "The part before the @ is longer than 64 characters.";
  if (Buffer.byteLength(address) > ADDRESS_OCTETS) return "It is longer than 254 characters.";
  return checkDomain(domain) ?? checkLocal(local, domain.toLowerCase());
}

/**
 * Whether bytes of `text` could not be decoded: all such read alike, so that different addresses would be taken for one.
 * Half of a surrogate pair is one of them as soon as it is written as UTF-8.
 */
function isUnreadable(text: string): boolean {
  return text.includes("\uFFFD") || !text.isWellFormed();
}

function checkLocal(local: string, domain: string): string | null {
  if (local.startsWith('"') && local.endsWith('"') && local.length > 1) {
    return QUOTED.test(local) ? null : "The quotation marks before the @ do not match.";
  }
  if (local.includes("@")) return "There is more than one @ in it.";
  if (/\s/u.test(local)) return "There is a space before the @.";
  if (!ATEXT.test(local)) return "There is a character before the @ that no address can have.";
  if (local.startsWith(".")) return "It begins with a dot.";
  if (CARRIERS_WITH_ODD_DOTS.has(domain)) return null;
  if (local.endsWith(".")) return "There is a dot right before the @.";
  if (local.includes("..")) return "There are two dots in a row before the @.";
  return null;
}

function checkDomain(domain: string): string | null {
  if (domain.startsWith("[")) return checkLiteral(domain);
  if (/\s/u.test(domain)) return "There is a space after the @.";
  if (domain.startsWith(".")) return "There is a dot right after the @.";
  if (domain.endsWith(".")) return "It ends with a dot.";
  const labels = domain.split(/[.\u3002\uFF0E\uFF61]/u);
  for (const label of labels) {
    if (label === "") return "There are two dots in a row after the @.";
    if (Buffer.byteLength(label) > LABEL_OCTETS && !hasNonAscii(label)) {
      return "A part of the domain is longer than 63 characters.";
    }
    if (label.startsWith("-") || label.endsWith("-"))
      return "A part of the domain begins or ends with a hyphen.";
    if (!/^[A-Za-z0-9_\-\u0080-\u{10FFFF}]+$/u.test(label)) {
      return "There is a character after the @ that no domain can have.";
    }
  }
  const last = labels.at(-1) ?? "";
  if (/^[0-9]+$/.test(last)) return "The domain ends in a number.";
  if (labels.length === 1 && !isTopLevel(last)) return "There is no dot in the domain.";
  return null;
}

/** RFC 5321 §4.1.3. */
function checkLiteral(domain: string): string | null {
  if (!domain.endsWith("]")) return "The bracket after the @ is never closed.";
  const inside = domain.slice(1, -1);
  const v4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(inside);
  if (v4 !== null) {
    return v4.slice(1).every((part) => Number(part) <= 255)
      ? null
      : "The number after the @ is not an IP address.";
  }
  if (/^IPv6:/i.test(inside)) {
    return URL.canParse(`http://[${inside.slice(5)}]/`)
      ? null
      : "The number after the @ is not an IP address.";
  }
  if (/^[A-Za-z0-9-]*[A-Za-z0-9]:[\u0021-\u005A\u005E-\u007E]+$/.test(inside)) return null;
  return "The number after the @ is not an IP address.";
}

/** A few countries' top-level domains do receive mail themselves: `n@ai`. Brands' (`.gmail`) do not. */
function isTopLevel(label: string): boolean {
  if (label.length !== 2 && !hasNonAscii(label)) return false;
  const found = parse(label, { validateHostname: false });
  return found.isIcann === true && found.publicSuffix === label.toLowerCase();
}

function hasNonAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is ASCII
  return /[^\u0000-\u007F]/.test(text);
}
