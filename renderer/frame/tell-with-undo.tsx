import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { frameWords } from "../words/frame.ts";

/** How long it can be taken back from here. */
const SHOWN_MS = 6000;

/**
 * Says what was done, with the way back; one saying of a `kind` takes the place of the last one.
 */
export function tellWithUndo(
  kind: string,
  text: string,
  undo: (() => void) | null,
  label: string = frameWords.takeBack,
): void {
  notifications.hide(kind);
  notifications.show({
    id: kind,
    autoClose: SHOWN_MS,
    closeButtonProps: { "aria-label": frameWords.close },
    message: (
      <Group gap="sm" justify="space-between">
        <Text size="sm">{text}</Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              notifications.hide(kind);
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
