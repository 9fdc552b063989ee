import { app, type Session, type WebContents } from "electron";
import { isOwnAddress } from "./app-url.ts";

/** Refuses every permission that a page can ask for: Winnow's page needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
}

/** Saves nothing by the browser's own way of downloading: what Winnow writes, the engine writes, where the user said. */
export function denyDownloads(session: Session): void {
  session.on("will-download", (event) => event.preventDefault());
}

/**
 * Lets the pages of `session` load Winnow's own page and nothing else, whatever its content security policy says. The
 * engine's requests go through a session of their own; developer tools bring theirs, where there are any.
 */
export function denyNetwork(session: Session): void {
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    const isTools = !app.isPackaged && URL.parse(url)?.protocol === "devtools:";
    decide({ cancel: !isOwnAddress(url) && !isTools });
  });
}

/**
 * Keeps every page where it is: no other address, no new window, no guest, in whichever contents are made. Nor may it reach
 * another machine by WebRTC, which no policy for requests covers.
 */
export function denyNavigation(): void {
  app.on("web-contents-created", (_event, contents) => {
    keepInPlace(contents);
    contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  });
}

function keepInPlace(contents: WebContents): void {
  contents.on("will-navigate", (details) => {
    // Reloading is navigation to where the page is.
    if (!isOwnAddress(details.url)) details.preventDefault();
  });
  contents.on("will-frame-navigate", (details) => {
    if (!details.isMainFrame || !isOwnAddress(details.url)) details.preventDefault();
  });
  contents.on("will-redirect", (details) => details.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
}
