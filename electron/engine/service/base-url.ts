import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";

/**
 * The base address of a service, checked: HTTPS, or plain HTTP on loopback (127.0.0.0/8, ::1, localhost) alone;
 * no user name, query or fragment. Trailing slashes are dropped. service-spec, 'Authentication', 5.
 * Problems: `base_url_invalid`, `base_url_insecure`.
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

/** A domain name, with or without port and path, and without a scheme. */
const BARE_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,22}[a-z](?::\d{1,5})?(?:\/|$)/i;

/**
 * A base address as a person gives it, checked as {@link checkBaseUrl} does: `https://` is added where there is no
 * scheme, and the version that belongs to the paths ('Versioning') dropped from the end. Addresses that are stored were
 * read this way once and are used as they stand.
 */
export function readBaseUrl(text: string): Result<URL> {
  const typed = text.trim();
  const checked = checkBaseUrl(BARE_DOMAIN.test(typed) ? `https://${typed}` : typed);
  if (checked.ok) checked.value.pathname = checked.value.pathname.replace(/(?<!\/)\/+v1$/, "");
  return checked;
}

/** The address as one text, the same for every spelling of the same place: origin and path, no slash at the end. */
export function baseUrlText(url: URL): string {
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/** Scheme, host and port of an address; null when it is none. */
export function originOf(text: string): string | null {
  const checked = checkBaseUrl(text);
  return checked.ok ? checked.value.origin : null;
}

// The URL parser has already turned every spelling of an IPv4 address into four decimal numbers.
function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "");
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

// What was typed may be a key pasted into the wrong field, or hold one: only what looks like an address is repeated.
function shown(text: string): string {
  const bare = text
    .trim()
    .replace(/[?#].*/s, "")
    .replace(/\/\/[^/@]*@/, "//");
  return /^[a-z]+:\/\/|\./i.test(bare) ? bare.slice(0, 100) : "…";
}

const MASK = "•••";
/** Shorter than this a 'key' would blank out ordinary words. */
const SHORTEST_KEY = 4;

/**
 * `text` with nothing of a key in it: the value of every `apikey` parameter and every occurrence of each of `keys` is
 * replaced, as it is or encoded for an address, a form, JSON or HTML. Use it on whatever came from the service or from
 * the network before it is shown, logged or stored.
 */
export function redact(text: string, keys: readonly string[]): string {
  const spellings = keys.filter((key) => key.length >= SHORTEST_KEY).flatMap(spellingsOf);
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
