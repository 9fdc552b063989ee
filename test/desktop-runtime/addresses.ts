import { NotModelled } from "./modelled.ts";

/**
 * Chromium only loads built-in schemes. Therefore `app://winnow/lists` is served as `https://winnow.app.invalid/lists`,
 * a standard and secure origin under a reserved domain. Electron and the tests only see the scheme's own URLs.
 */
const SUFFIX = "invalid";

const schemes = new Set<string>();

/** Maps URLs of `scheme` from now on. */
export function mapScheme(scheme: string): void {
  schemes.add(scheme);
}

/** Maps the URLs in a text to those that Chromium loads. */
export function toChromium(text: string): string {
  let carried = text;
  for (const scheme of schemes)
    carried = carried.replaceAll(
      new RegExp(`\\b${scheme}://([\\w.-]+)`, "g"),
      (_whole, host: string) => `https://${host}.${scheme}.${SUFFIX}`,
    );
  return carried;
}

/** Maps the URLs in a text back to the scheme's own. */
export function fromChromium(text: string): string {
  let carried = text;
  for (const scheme of schemes)
    carried = carried.replaceAll(
      new RegExp(`https://([\\w.-]+)\\.${scheme}\\.${SUFFIX}`, "g"),
      (_whole, host: string) => `${scheme}://${host}`,
    );
  return carried;
}

/** Maps a URL that a window loads. Throws if Electron would load it and the stand-in cannot. */
export function loadable(url: string): string {
  const scheme = URL.parse(url)?.protocol.slice(0, -1);
  if (scheme === undefined) throw new Error(`ERR_INVALID_URL (-300) loading '${url}'`);
  if (!schemes.has(scheme) && scheme !== "about") throw new NotModelled(`loading an address of '${scheme}:'`);
  return toChromium(url);
}
