import { type BrowserWindow, Notification } from "electron";
import { settingsSchema } from "../../shared/bridge/app.ts";
import type { Engine } from "../engine/index.ts";
import { type LastState, lastStateOf, type NotificationContent, noticeOf } from "./notices.ts";
import type { SendToPage } from "./page-events.ts";
import { showWindow } from "./window.ts";

export interface NotificationOptions {
  readonly engine: Pick<Engine, "on" | "call">;
  readonly window: BrowserWindow;
  readonly send: SendToPage;
  readonly log: (line: string) => void;
}

export function showNotifications({ engine, window, send, log }: NotificationOptions): () => void {
  const lastStates = new Map<string, LastState>();
  // A garbage-collected notification no longer receives clicks.
  const shown = new Set<Notification>();

  const show = (notice: NotificationContent) => {
    const notification = new Notification({ title: notice.title, body: notice.body });
    shown.add(notification);
    notification.once("close", () => shown.delete(notification));
    notification.once("failed", () => {
      shown.delete(notification);
      logFailedOnce(log);
    });
    notification.once("click", () => {
      shown.delete(notification);
      showWindow(window);
      send({ event: "show.cleaning", cleaningId: notice.cleaningId });
    });
    notification.show();
  };

  return engine.on((event) => {
    if (event.event !== "cleaning.changed" && event.event !== "cleaning.finished") return;
    const before = lastStates.get(event.cleaning.id);
    const notice = noticeOf(event, before);
    lastStates.set(event.cleaning.id, lastStateOf(event.cleaning, before));
    if (notice === null || window.isFocused() || !Notification.isSupported()) return;
    void mayNotify(engine).then((allowed) => {
      if (allowed) show(notice);
    });
  });
}

let hasLoggedFailure = false;

/** macOS shows no notifications of unsigned builds, Windows none without a shortcut. */
export function logFailedOnce(log: (line: string) => void): void {
  if (!hasLoggedFailure) log("the system shows no notifications");
  hasLoggedFailure = true;
}

async function mayNotify(engine: Pick<Engine, "call">): Promise<boolean> {
  const answer = await engine.call("settings.get", {});
  const settings = answer.ok ? settingsSchema.safeParse(answer.value) : null;
  return settings?.data?.notifications ?? true;
}
