import type { WebContents } from "electron";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { replacesPage } from "./app-url.ts";
import { EVENT_CHANNEL } from "./channels.ts";

/** Sends an event to the page. Events that must not be lost wait until a page is there to hear them. */
export type SendToPage = (event: BridgeEvent) => void;

/** Events about the present state may be missed: a page that has just loaded asks for it. These may not. */
const MUST_ARRIVE: ReadonlySet<BridgeEvent["event"]> = new Set([
  "files.received",
  "show.cleaning",
  "command",
  "notice",
]);

/** The way to `contents`' page, through reloads. The preload keeps what comes before the page listens. */
export function openEvents(contents: WebContents): SendToPage {
  let loaded = false;
  const waiting: BridgeEvent[] = [];
  contents.on("did-start-navigation", (details) => {
    if (replacesPage(details)) loaded = false;
  });
  contents.on("render-process-gone", () => {
    loaded = false;
  });
  contents.on("dom-ready", () => {
    loaded = true;
    for (const event of waiting.splice(0)) contents.send(EVENT_CHANNEL, event);
  });
  return (event) => {
    if (contents.isDestroyed()) return;
    if (loaded) contents.send(EVENT_CHANNEL, event);
    else if (MUST_ARRIVE.has(event.event)) waiting.push(event);
  };
}
