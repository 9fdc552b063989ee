import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { afterReady } from "./life.ts";
import { listening, modelled } from "./modelled.ts";

/**
 * `new Notification(options)`. No one sees them: a test does as on Electron, by what it puts in the place of `show`. That one
 * failed is told on Windows only (docs/api/notification.md of electron/electron); Linux drops it without a word.
 */
export class Notification {
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    afterReady("Notification");
    const events = new EventEmitter();
    // biome-ignore lint/correctness/noConstructorReturn: what stands for the notification throws for what it does not have.
    return modelled<Electron.Notification>(
      "Notification",
      Object.assign(Object.create(Notification.prototype) as Notification, {
        ...listening<Electron.Notification>("Notification", events, ["click", "close", "failed", "show"]),
        title: options.title ?? "",
        body: options.body ?? "",
      }),
    ) as unknown as Notification;
  }

  show(): void {}
  close(): void {}

  static isSupported(): boolean {
    return true;
  }
}
