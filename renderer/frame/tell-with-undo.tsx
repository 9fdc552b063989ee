import { Button, Group, Text } from "@mantine/core";
import { commonWords } from "../words/common.ts";
import { hideNotification, showNotification } from "./notify.ts";

/** Duration of the notification, in milliseconds. */
const SHOWN_MS = 6000;

/** The latest visible notification with an undo action. */
let latest: { readonly kind: string; readonly undo: () => void } | null = null;

/** Undoes the action of the visible notification if its kind is not `own`. Returns whether there was one. */
export function takeBackTold(own: string): boolean {
  if (latest === null || latest.kind === own) return false;
  const { kind, undo } = latest;
  hideNotification(kind);
  undo();
  return true;
}

/** Shows a notification with an undo button; it replaces the previous one of the same `kind`. */
export function tellWithUndo(
  kind: string,
  text: string,
  undo: (() => void) | null,
  label: string = commonWords.undo,
): void {
  // Close the previous one first: its `onClose` must not clear the new `latest`.
  hideNotification(kind);
  const told = undo === null ? null : { kind, undo };
  // Without an undo action, an earlier visible notification stays undoable.
  if (told !== null || latest?.kind === kind) latest = told;
  showNotification(kind, {
    onClose() {
      if (latest === told) latest = null;
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
