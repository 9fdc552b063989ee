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
  url.pathname = url.pathname.replace(/\/+$/, "");
  return ok(url);
}

/** The address as one text, the same for every spelling of the same place: origin and path, no slash at the end. */
export function baseUrlText(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
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
    .replace(/[?#].*$/s, "")
    .replace(/\/\/[^/@]*@/, "//");
  return /^[a-z]+:\/\/|\./i.test(bare) ? bare.slice(0, 100) : "…";
}
