import { app, type Session, shell, type WebContents } from "electron";
import { isOwnAddress, mayOpenOutside } from "./address.ts";

/** Refuses every permission that a page can ask for: Winnow's page needs none. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
}

/** Keeps every page where it is: no other address, no new window, no guest, in whichever contents are made. */
export function denyNavigation(): void {
  app.on("web-contents-created", (_event, contents) => keepInPlace(contents));
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
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url);
    return { action: "deny" };
  });
}
