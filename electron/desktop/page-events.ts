import type { WebContents } from "electron";
import type { BridgeEvent } from "../../shared/bridge.ts";
import { replacesPage } from "./app-url.ts";
import { EVENT_CHANNEL } from "./channels.ts";

/** Queues events that must not be lost until the page has loaded. */
export type SendToPage = (event: BridgeEvent) => void;

/** A page that has just loaded reads the current state, so state events may be dropped. These may not. */
const QUEUED_EVENTS: ReadonlySet<BridgeEvent["event"]> = new Set([
  "files.received",
  "show.cleaning",
  "command",
  "notice",
]);

/** Opens the event channel to `contents`, which survives reloads. The preload queues events until the page listens. */
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
    else if (QUEUED_EVENTS.has(event.event)) waiting.push(event);
  };
}
