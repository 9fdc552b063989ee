import { Button, Group, Text } from "@mantine/core";
import { type NotificationData, notifications } from "@mantine/notifications";
import { commonWords } from "../words/common.ts";

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

/** Duration of the notification, in milliseconds. */
const SHOWN_MS = 6000;

/** The latest visible notification with an undo action. */
let latest: { readonly kind: string; readonly undo: () => void } | null = null;

/** Undoes the action of the visible notification if its kind is not `own`. Returns whether there was one. */
export function undoNotified(own: string): boolean {
  if (latest === null || latest.kind === own) return false;
  const { kind, undo } = latest;
  hideNotification(kind);
  undo();
  return true;
}

/** Shows a notification with an undo button; it replaces the previous one of the same `kind`. */
export function notifyWithUndo(
  kind: string,
  text: string,
  undo: (() => void) | null,
  label: string = commonWords.undo,
): void {
  // Close the previous one first: its `onClose` must not clear the new `latest`.
  hideNotification(kind);
  const shownUndo = undo === null ? null : { kind, undo };
  // Without an undo action, an earlier visible notification stays undoable.
  if (shownUndo !== null || latest?.kind === kind) latest = shownUndo;
  showNotification(kind, {
    onClose() {
      if (latest === shownUndo) latest = null;
    },
    autoClose: SHOWN_MS,
    "data-line": true,
    closeButtonProps: { "aria-label": commonWords.close },
    message: (
      <Group gap="sm" justify="space-between">
        <Text size="sm">{text}</Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              hideNotification(kind);
              undo();
            }}
          >
            {label}
          </Button>
        )}
      </Group>
    ),
  });
}
