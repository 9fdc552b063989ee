import type { WebContents } from "electron";
import { appCalls, type Settings, settingsSchema } from "../../shared/bridge/app.ts";
import { listCalls } from "../../shared/bridge/lists.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";
import { replacesPage } from "./app-url.ts";
import { EVENT_CHANNEL } from "./channels.ts";
import type { GrantedPaths, OwnFiles } from "./file-access.ts";

export interface PageObserverOptions {
  readonly ownFiles: OwnFiles;
  readonly granted: GrantedPaths;
  readonly onListOpened: (path: string) => void;
  readonly onErased: () => void;
  readonly onAppearance: (appearance: Settings["appearance"]) => void;
}

const infoSchema = appCalls["app.info"].output;

/** Observes calls and results to update recent files, the appearance, and the files that may be accessed. */
export function createPageObserver(options: PageObserverOptions) {
  return (call: string, input: unknown, answer: Result<unknown>): void => {
    if (!answer.ok) return;
    options.ownFiles.addFromResult(call, answer.value);
    if (call === "lists.open") {
      const request = listCalls["lists.open"].input.safeParse(input);
      if (request.success && request.data.source.kind === "path")
        options.onListOpened(request.data.source.path);
    }
    if (call === "memory.erase") options.onErased();
    if (call === "app.info") {
      const last = infoSchema.safeParse(answer.value).data?.lastBackup;
      if (last) options.granted.grantRead(last);
    }
    if (call === "settings.get" || call === "settings.set") {
      const settings = settingsSchema.safeParse(answer.value);
      if (settings.success) options.onAppearance(settings.data.appearance);
    }
  };
}

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
