import type { Event, WebContentsDidStartNavigationEventParams } from "electron";

export const APP_SCHEME = "app";
const APP_HOST = "winnow";
export const APP_START = `${APP_SCHEME}://${APP_HOST}/`;

/** Parses the URL, so that `app://winnow.evil/` and URLs with user names are not taken for Winnow's page. */
export function isAppUrl(address: string): boolean {
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
 * Returns true if a starting navigation will replace the page. The event fires before a navigation can be prevented,
 * and lockdown.ts prevents all that leave Winnow's own page.
 */
export function replacesPage({ url, isMainFrame, isSameDocument }: Starting): boolean {
  return isMainFrame && !isSameDocument && isAppUrl(url);
}
