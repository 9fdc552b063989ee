import { parse } from "tldts";

/** Words behind a company's name that are top-level domains too. */
const COMPANY_FORMS = new Set(
  "inc llc ltd gmbh ag sa co company kg limited bv nv ab oy as srl spa plc corp".split(" "),
);
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)*$/u;

/**
 * Whether `text`, which follows `domain` after a separator that may stand for a dot, is the rest of that domain:
 * `firm.co` and `uk`, but not `mail.com` and ` Inc.`
 */
export function continues(domain: string, text: string): boolean {
  const label = text
    .trim()
    .replace(/(?<!\.)\.+$/u, "")
    .toLowerCase();
  if (!LABEL.test(label)) return false;
  const left = parse(domain);
  const joined = parse(`${domain}.${label}`);
  // `name@ai` is an address, but hardly ever what is meant where something follows.
  if (/^\s/u.test(text) && domain.includes(".") && COMPANY_FORMS.has(label)) return false;
  if (joined.isIcann !== true) return false;
  return left.isIcann !== true || joined.publicSuffix === `${left.publicSuffix}.${label}`;
}

/** Whether a domain ends in something that is registered under. */
export function isRegistrable(domain: string): boolean {
  const { isIcann, domain: registered } = parse(domain);
  return isIcann === true && registered !== null;
}
