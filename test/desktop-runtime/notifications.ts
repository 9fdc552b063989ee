import { EventEmitter } from "node:events";
import type * as Electron from "electron";
import { afterReady } from "./life.ts";
import { listening, modelled } from "./modelled.ts";

/**
 * A notification that is never visible; tests replace `show`, as on Electron. `failed` is emitted on Windows and macOS
 * (docs/api/notification.md of electron/electron).
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
