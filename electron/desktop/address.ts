/** The page's own scheme and host: `app://winnow/`. */
export const APP_SCHEME = "app";
const APP_HOST = "winnow";
export const APP_START = `${APP_SCHEME}://${APP_HOST}/`;

/** Whether `address` belongs to Winnow's own page: parsed, so that `app://winnow.evil/` and user names do not pass. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === `${APP_SCHEME}:` &&
    url.host === APP_HOST &&
    url.username === "" &&
    url.password === ""
  );
}

/** Pages outside that a link of the page may open in the system's browser: these addresses, to the letter. */
const OUTSIDE_ADDRESSES: readonly string[] = [];

/** Whether a link may be handed to the system's browser: https, and on the list. */
export function mayOpenOutside(address: string, allowed: readonly string[] = OUTSIDE_ADDRESSES): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "https:" && allowed.includes(url.href);
}
