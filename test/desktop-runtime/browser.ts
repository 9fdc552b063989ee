import { join } from "node:path";
import type * as Electron from "electron";
import { app } from "./app.ts";
import { type Chromium, startChromium } from "./chromium.ts";
import { openDevToolsServer } from "./door.ts";
import type { DrivenPage } from "./driven-page.ts";
import { modelled, NotModelled, preventable } from "./modelled.ts";
import { defaultSession } from "./sessions.ts";

const starting = Promise.withResolvers<Chromium>();
const pages = new Map<string, DrivenPage>();

/** Resolves with the Chromium of this run. */
export const browser = () => starting.promise;

export function pageOpened(page: DrivenPage): void {
  pages.set(page.targetId, page);
}

/** Starts Chromium on a profile in the user data folder. Returns it with the DevTools URL for tests. */
export async function startBrowser(): Promise<{ chromium: Chromium; door: string }> {
  const profile = join(app.getPath("userData"), "Chromium");
  const chromium = await startChromium(profile, process.env);
  const door = await openDevToolsServer(chromium.address, (targetId) => pages.get(targetId)?.commanded());
  await watchDownloads(chromium, profile);
  starting.resolve(chromium);
  return { chromium, door };
}

/**
 * Emits `will-download` when a download begins. It must be prevented, as no one could answer Electron's save dialog.
 */
async function watchDownloads({ devtools }: Chromium, profile: string): Promise<void> {
  devtools.on("Browser.downloadWillBegin", ({ guid, url, suggestedFilename }) => {
    const event = preventable({});
    const item = modelled<Electron.DownloadItem>("DownloadItem", {
      getURL: () => url,
      getFilename: () => suggestedFilename,
    });
    defaultSession().events.emit("will-download", event, item);
    if (!event.defaultPrevented) throw new NotModelled("a download");
    devtools.send("Browser.cancelDownload", { guid }).catch(() => {});
  });
  await devtools.send("Browser.setDownloadBehavior", {
    behavior: "allowAndName",
    downloadPath: join(profile, "Downloads"),
    eventsEnabled: true,
  });
}
