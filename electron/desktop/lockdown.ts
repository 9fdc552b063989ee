import { app, type Session, type WebContents } from "electron";
import { isAppUrl } from "./app-url.ts";

/** Denies every permission request: the page needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
}

/** Blocks browser downloads. Files are written by the engine, to paths that the user chose. */
export function denyDownloads(session: Session): void {
  session.on("will-download", (event) => event.preventDefault());
}

/**
 * Blocks every request except for Winnow's own page, independent of its content security policy. The engine uses a
 * separate session; developer tools load their own files in development builds.
 */
export function denyNetwork(session: Session): void {
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    const isTools = !app.isPackaged && URL.parse(url)?.protocol === "devtools:";
    decide({ cancel: !isAppUrl(url) && !isTools });
  });
}

/** Blocks navigation, new windows and webviews in all web contents, and WebRTC, which request filters don't cover. */
export function denyNavigation(): void {
  app.on("web-contents-created", (_event, contents) => {
    keepInPlace(contents);
    contents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
  });
}

function keepInPlace(contents: WebContents): void {
  contents.on("will-navigate", (details) => {
    // Reloads count as navigation.
    if (!isAppUrl(details.url)) details.preventDefault();
  });
  contents.on("will-frame-navigate", (details) => {
    if (!details.isMainFrame || !isAppUrl(details.url)) details.preventDefault();
  });
  contents.on("will-redirect", (details) => details.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: "deny" }));
}
