import { join } from "node:path";
import { app } from "./app.ts";
import { type Chromium, startChromium } from "./chromium.ts";
import { openDoor } from "./door.ts";
import type { DrivenPage } from "./driven-page.ts";

const starting = Promise.withResolvers<Chromium>();
const pages = new Map<string, DrivenPage>();

/** The Chromium of this run, once it is up. */
export const browser = () => starting.promise;

export function pageOpened(page: DrivenPage): void {
  pages.set(page.targetId, page);
}

/** Brings up Chromium on a profile within the user's data; answers where tests are let in. */
export async function startBrowser(): Promise<{ chromium: Chromium; door: string }> {
  const chromium = await startChromium(join(app.getPath("userData"), "Chromium"), process.env);
  const door = await openDoor(chromium.address, (targetId) => pages.get(targetId)?.commanded());
  starting.resolve(chromium);
  return { chromium, door };
}
