import type { Event, WebContentsDidStartNavigationEventParams } from "electron";

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

type Starting = Pick<
  Event<WebContentsDidStartNavigationEventParams>,
  "url" | "isMainFrame" | "isSameDocument"
>;

/**
 * Whether the page that is shown goes away with the navigation that starts. It is told of before anybody could refuse it,
 * and every one that leads away from Winnow's own page is refused (lockdown.ts): then the page stays as it is.
 */
export function replacesPage({ url, isMainFrame, isSameDocument }: Starting): boolean {
  return isMainFrame && !isSameDocument && isOwnAddress(url);
}
