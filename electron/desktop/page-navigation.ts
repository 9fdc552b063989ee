import type { Event, WebContentsDidStartNavigationEventParams } from "electron";
import { isOwnAddress } from "./address.ts";

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
