import { Button, Group, Text } from "@mantine/core";
import { commonWords } from "../words/common.ts";
import { hideNotification, showNotification } from "./notify.ts";

/** How long it can be taken back from here. */
const SHOWN_MS = 6000;

/** What was told last and can be taken back, for as long as it is on screen. */
let latest: { readonly kind: string; readonly undo: () => void } | null = null;

/** Takes back what is told on screen of another kind than `own`; false: there is nothing of that. */
export function takeBackTold(own: string): boolean {
  if (latest === null || latest.kind === own) return false;
  const { kind, undo } = latest;
  hideNotification(kind);
  undo();
  return true;
}

/**
 * Says what was done, with the way back; one saying of a `kind` takes the place of the last one.
 */
export function tellWithUndo(
  kind: string,
  text: string,
  undo: (() => void) | null,
  label: string = commonWords.undo,
): void {
  // The last one of its kind is closed before the next becomes the latest.
  hideNotification(kind);
  const told = undo === null ? null : { kind, undo };
  // What was told before and is on screen can still be taken back.
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
