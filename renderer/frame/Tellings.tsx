import { Anchor, Group, Text } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { SandboxMark } from "../components/SandboxMark.tsx";
import { useDesk } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";

const UNMEANT = "unmeant";

/** Says, in a corner, what happened elsewhere: a cleaning that is done, a problem that belongs to no screen. */
export function Tellings() {
  const telling = useDesk((state) => state.telling);
  useEffect(() => {
    if (!telling) return;
    if (telling.kind === "finished") {
      const { id, name, sandbox } = telling.cleaning;
      // Where it is on screen already, there is nothing to tell.
      if (/^#\/(clean)?$/.test(window.location.hash) || window.location.hash.startsWith(`#/cleanings/${id}`))
        return;
      notifications.show({
        title: frameWords.finished(name),
        message: (
          <Group gap="xs">
            {sandbox && <SandboxMark />}
            <Anchor href={`#/cleanings/${id}`}>{frameWords.review}</Anchor>
          </Group>
        ),
        closeButtonProps: { "aria-label": frameWords.close },
      });
      return;
    }
    if (telling.kind === "restored") {
      notifications.show({
        title: frameWords.restored,
        message: frameWords.restoredDetail(telling),
        autoClose: false,
        closeButtonProps: { "aria-label": frameWords.close },
      });
      return;
    }
    if (telling.kind === "unmeant") {
      notifications.hide(UNMEANT);
      notifications.show({
        id: UNMEANT,
        title: frameWords.unmeant,
        message: frameWords.unmeantDetail,
        closeButtonProps: { "aria-label": frameWords.close },
      });
      return;
    }
    const { title, detail, action } = telling.problem;
    notifications.show({
      title,
      color: "red",
      autoClose: 12_000,
      message: (
        <Text size="sm">
          {detail} {action}
        </Text>
      ),
      closeButtonProps: { "aria-label": frameWords.close },
    });
  }, [telling]);
  return <Notifications position="bottom-right" />;
}
