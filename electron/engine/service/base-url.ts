import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";

/**
 * Validates a base URL: HTTPS, or HTTP on loopback only; no user name, query or fragment. Drops trailing slashes
 * (service-spec, 'Authentication', 5). Problems: `base_url_invalid`, `base_url_insecure`.
 */
export function checkBaseUrl(text: string): Result<URL> {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    return fail(problem("base_url_invalid", { url: shown(text) }));
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return fail(problem("base_url_invalid", { url: `${url.origin}${url.pathname}` }));
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return fail(problem("base_url_insecure", { host: url.host }));
  }
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, "");
  return ok(url);
}

/** A domain name without scheme, optionally with port and path. */
const BARE_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,22}[a-z](?::\d{1,5})?(?:\/|$)/i;

/**
 * Validates a base URL typed by a user: adds `https://` if there is no scheme and drops a trailing version
 * ('Versioning'). Stored URLs were read this way and are used unchanged.
 */
export function readBaseUrl(text: string): Result<URL> {
  const typed = text.trim();
  const checked = checkBaseUrl(BARE_DOMAIN.test(typed) ? `https://${typed}` : typed);
  if (checked.ok) checked.value.pathname = checked.value.pathname.replace(/(?<!\/)\/+v1$/, "");
  return checked;
}

/** Returns the canonical text of a base URL: origin and path without a trailing slash. */
export function baseUrlText(url: URL): string {
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/** Returns the origin of a base URL; `null` if it is invalid. */
export function originOf(text: string): string | null {
  const checked = checkBaseUrl(text);
  return checked.ok ? checked.value.origin : null;
}

// The URL parser has normalized all spellings of IPv4 addresses.
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

// The input may be or contain a key pasted into the wrong field: only show what looks like a URL.
function shown(text: string): string {
  const bare = text
    .trim()
    .replace(/[?#].*/s, "")
    .replace(/\/\/[^/@]*@/, "//");
  return /^[a-z]+:\/\/|\./i.test(bare) ? bare.slice(0, 100) : "…";
}

const MASK = "•••";
/** Redacting shorter keys would hide ordinary words. */
const MIN_KEY_LENGTH = 4;

/**
 * Redacts keys in `text`: the value of every `apikey` parameter and each of `keys`, also URL-, form-, JSON- or
 * HTML-encoded. Use it on all text from the service or network before it is shown, logged or stored.
 */
export function redact(text: string, keys: readonly string[]): string {
  const spellings = keys.filter((key) => key.length >= MIN_KEY_LENGTH).flatMap(spellingsOf);
  return [...new Set(spellings)]
    .sort((a, b) => b.length - a.length)
    .reduce((clean, spelling) => clean.replaceAll(spelling, MASK), text)
    .replace(/(api[_-]?key\s*(?:=|%3D)\s*)[^&\s"'<>#]+/gi, `$1${MASK}`)
    .replace(/("api[_-]?key"\s*:\s*")[^"]*(")/gi, `$1${MASK}$2`);
}

function spellingsOf(key: string): string[] {
  const address = encodeURIComponent(key);
  const form = new URLSearchParams({ key }).toString().slice("key=".length);
  const html = key.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const inLowerCase = (encoded: string) => encoded.replace(/%../g, (hex) => hex.toLowerCase());
  return [
    key,
    address,
    inLowerCase(address),
    form,
    inLowerCase(form),
    html,
    JSON.stringify(key).slice(1, -1),
  ];
}
