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
