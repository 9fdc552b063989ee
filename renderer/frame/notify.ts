import { type NotificationData, notifications } from "@mantine/notifications";

/** Id of the last notification of each kind. */
const shown = new Map<string, string>();
let count = 0;

/** Hides the last notification of a kind. */
export function hideNotification(kind: string): void {
  const id = shown.get(kind);
  if (id !== undefined) notifications.hide(id);
}

/**
 * Shows a notification in place of the last one of its kind. Each has another id: one with the id of another inherits its
 * timer, and would be gone too soon.
 */
export function showNotification(kind: string, data: NotificationData): void {
  hideNotification(kind);
  const id = `${kind}-${++count}`;
  shown.set(kind, id);
  notifications.show({ ...data, id });
}
