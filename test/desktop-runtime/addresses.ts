import { NotModelled } from "./modelled.ts";

/**
 * Chromium loads no scheme that was not built into it. So `app://winnow/lists` lives at `https://winnow.app.invalid/lists`,
 * a name that nobody can own: a standard and secure origin, as the scheme is registered to be. Everything that Electron or
 * a test sees has the scheme's own addresses.
 */
const SUFFIX = "invalid";

const schemes = new Set<string>();

/** From now on, addresses of `scheme` are carried. */
export function carryScheme(scheme: string): void {
  schemes.add(scheme);
}

/** An address, or a text with addresses in it, as Chromium has it. */
export function toChromium(text: string): string {
  let carried = text;
  for (const scheme of schemes)
    carried = carried.replaceAll(
      new RegExp(`\\b${scheme}://([\\w.-]+)`, "g"),
      (_whole, host: string) => `https://${host}.${scheme}.${SUFFIX}`,
    );
  return carried;
}

/** The same the other way. */
export function fromChromium(text: string): string {
  let carried = text;
  for (const scheme of schemes)
    carried = carried.replaceAll(
      new RegExp(`https://([\\w.-]+)\\.${scheme}\\.${SUFFIX}`, "g"),
      (_whole, host: string) => `${scheme}://${host}`,
    );
  return carried;
}

/** What a window is told to load, as Chromium has it. Throws for what Electron would load and the stand-in cannot. */
export function loadable(url: string): string {
  const scheme = URL.parse(url)?.protocol.slice(0, -1);
  if (scheme === undefined) throw new Error(`ERR_INVALID_URL (-300) loading '${url}'`);
  if (!schemes.has(scheme) && scheme !== "about") throw new NotModelled(`loading an address of '${scheme}:'`);
  return toChromium(url);
}
