import { join } from "node:path";
import { app } from "./app.ts";
import { type Chromium, startChromium } from "./chromium.ts";
import { openDevToolsServer } from "./door.ts";
import type { DrivenPage } from "./driven-page.ts";

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
  starting.resolve(chromium);
  return { chromium, door };
}
