import { type NotificationData, notifications } from "@mantine/notifications";

const shown = new Map<string, string>();
let count = 0;

export function hideNotification(kind: string): void {
  const id = shown.get(kind);
  if (id !== undefined) notifications.hide(id);
}

/**
 * Shows a notification, replacing the previous one of its kind. Uses a new id each time, because a reused id inherits
 * the old timer and closes too early.
 */
export function showNotification(kind: string, data: NotificationData): void {
  hideNotification(kind);
  const id = `${kind}-${++count}`;
  shown.set(kind, id);
  notifications.show({ ...data, id });
}
