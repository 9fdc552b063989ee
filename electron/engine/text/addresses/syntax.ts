import { parse } from "tldts";

const LOCAL_OCTETS = 64;
const ADDRESS_OCTETS = 254;
const LABEL_OCTETS = 63;
/** Mobile carriers that once issued addresses with misplaced dots, many of which are still in use. */
const CARRIERS_ALLOWING_DOTS = new Set(["docomo.ne.jp", "ezweb.ne.jp", "au.com"]);
const ATEXT = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.\u0080-\u{10FFFF}]+$/u;
/** Non-ASCII punctuation that domains may contain: middle dots, Hebrew and Greek marks, the Tibetan tsheg. */
const SPELLING_MARKS = /[\u00B7\u0375\u05F3\u05F4\u0F0B\u30FB]/gu;
const PUNCTUATION = /[\p{P}\p{Z}\p{Sm}]/u;
const ASCII = /\p{ASCII}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these characters that are looked for
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * Returns why `address` is never verified, for the user; `null` if it may be. The only check before addresses are sent
 * to the service. Accepts everything in RFC 5321, 5322 and 6531 except quoted local parts and IP addresses, which
 * services refuse.
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
 * Undecodable bytes all look alike, so different addresses would count as one. Lone surrogates become U+FFFD in UTF-8.
 */
function isUnreadable(text: string): boolean {
  return text.includes("\uFFFD") || !text.isWellFormed();
}

function checkLocal(local: string, domain: string): string | null {
  if (local.startsWith('"') && local.endsWith('"') && local.length > 1)
    return "There are quotation marks before the @.";
  if (local.includes("@")) return "There is more than one @ in it.";
  if (/\s/u.test(local)) return "There is a space before the @.";
  if (!ATEXT.test(local) || hasLookAlike(local))
    return "There is a character before the @ that no address can have.";
  if (local.startsWith(".")) return "It begins with a dot.";
  if (CARRIERS_ALLOWING_DOTS.has(domain)) return null;
  if (local.endsWith(".")) return "There is a dot right before the @.";
  if (local.includes("..")) return "There are two dots in a row before the @.";
  return null;
}

function checkDomain(domain: string): string | null {
  if (domain.startsWith("[")) return "There is an IP address in place of the domain.";
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
    if (!/^[A-Za-z0-9\-\u0080-\u{10FFFF}]+$/u.test(label) || hasLookAlike(label)) {
      return "There is a character after the @ that no domain can have.";
    }
  }
  const last = labels.at(-1) ?? "";
  if (/^[0-9]+$/.test(last)) return "The domain ends in a number.";
  if (/^[A-Za-z]$/.test(last)) return "The domain ends in a single letter.";
  if (labels.length === 1 && !isTopLevel(last)) return "There is no dot in the domain.";
  return null;
}

function hasLookAlike(text: string): boolean {
  return hasNonAscii(text) && PUNCTUATION.test(text.replace(SPELLING_MARKS, "").replace(ASCII, ""));
}

/** Some country top-level domains receive mail (`n@ai`); brand ones (`.gmail`) don't. */
function isTopLevel(label: string): boolean {
  if (label.length !== 2 && !hasNonAscii(label)) return false;
  const found = parse(label, { validateHostname: false });
  return found.isIcann === true && found.publicSuffix === label.toLowerCase();
}

function hasNonAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is ASCII
  return /[^\u0000-\u007F]/.test(text);
}
