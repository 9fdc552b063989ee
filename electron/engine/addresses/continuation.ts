import { parse } from "tldts";

/** Words behind a company's name that are top-level domains too. */
const COMPANY_FORMS = new Set(
  "inc llc ltd gmbh ag sa co company kg limited bv nv ab oy as srl spa plc corp".split(" "),
);
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)*$/u;

/** What the text behind an address and a separator is: the rest of its domain, something of its own, or nobody knows. */
export type Continuation = "continues" | "separate" | "unclear";

/**
 * Whether `text`, which follows `domain` after a separator that may stand for a dot, is the rest of that domain:
 * `firm.co` and `uk`. `mail.com` and ` Inc.` are separate.
 */
export function continuationOf(domain: string, text: string): Continuation {
  const spaced = /^\s/u.test(text);
  const [word = "", ...rest] = text.trim().split(/\s+/u);
  const label = word.replace(/(?<!\.)\.+$/u, "").toLowerCase();
  if (!LABEL.test(label)) return spaced ? "separate" : "unclear";
  const alone = rest.length === 0;
  const left = parse(domain);
  const joined = parse(`${domain}.${label}`);
  // `name@ai` is an address, but hardly ever what is meant where something follows.
  const isName = spaced && domain.includes(".") && COMPANY_FORMS.has(label);
  if (alone && left.isIcann !== true && joined.isIcann === true && !isName) return "continues";
  if (alone && joined.isIcann === true && joined.publicSuffix === `${left.publicSuffix}.${label}`)
    return spaced ? "unclear" : "continues";
  if (!spaced || !domain.includes(".")) return "unclear";
  return alone && !isName && isTopLevel(label) ? "unclear" : "separate";
}

/** Whether a domain ends in something that is registered under. */
export function isRegistrable(domain: string): boolean {
  const { isIcann, domain: registered } = parse(domain);
  return isIcann === true && registered !== null;
}

function isTopLevel(label: string): boolean {
  const { isIcann, publicSuffix } = parse(`name.${label}`);
  return isIcann === true && publicSuffix !== null && `.${label}`.endsWith(`.${publicSuffix}`);
}
