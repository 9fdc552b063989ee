import type * as Electron from "electron";
import type { DevTools } from "./devtools.ts";
import { NotModelled } from "./modelled.ts";

type CheckHandler = NonNullable<Parameters<Electron.Session["setPermissionCheckHandler"]>[0]>;
type RequestHandler = NonNullable<Parameters<Electron.Session["setPermissionRequestHandler"]>[0]>;
type Permission = Parameters<CheckHandler>[1] & Parameters<RequestHandler>[1];

const PERMISSIONS: readonly { electron: Permission; chromium: string }[] = [
  { electron: "geolocation", chromium: "geolocation" },
  { electron: "notifications", chromium: "notifications" },
  { electron: "media", chromium: "camera" },
  { electron: "media", chromium: "microphone" },
  { electron: "midi", chromium: "midi" },
  { electron: "clipboard-read", chromium: "clipboard-read" },
  { electron: "clipboard-sanitized-write", chromium: "clipboard-write" },
  { electron: "idle-detection", chromium: "idle-detection" },
  { electron: "storage-access", chromium: "storage-access" },
  { electron: "window-management", chromium: "window-management" },
];

export interface PermissionHandlers {
  readonly check: CheckHandler | null;
  readonly request: RequestHandler | null;
}

/**
 * Asks the session's handlers about every permission and sets the results in Chromium before a page loads, because
 * Chromium cannot ask later. Without handlers everything is granted, as in Electron.
 */
export async function settlePermissions(
  devtools: DevTools,
  { check, request }: PermissionHandlers,
  contents: Electron.WebContents,
  origin: string,
): Promise<void> {
  for (const { electron, chromium } of PERMISSIONS) {
    const details = { isMainFrame: true, requestingUrl: origin };
    const checked = check === null || check(contents, electron, origin, details);
    const requested =
      request === null ||
      (await new Promise<boolean>((decide) =>
        request(contents, electron, decide, details as Electron.PermissionRequest),
      ));
    if (checked !== requested)
      throw new NotModelled(`handlers that do not agree about the permission '${electron}'`);
    await devtools.send("Browser.setPermission", {
      permission: { name: chromium },
      setting: checked ? "granted" : "denied",
    });
  }
}
