import "@mantine/notifications/styles.css";
import { Anchor, Group, Text } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { SandboxMark } from "../components/notes.tsx";
import { useDesk } from "../stores/winnow.tsx";
import { commonWords } from "../words/common.ts";
import { frameWords } from "../words/frame.ts";
import { hideNotification, showNotification } from "./notify.tsx";

const CLOSE = { closeButtonProps: { "aria-label": commonWords.close } };

/** Shows notifications about other screens: finished cleanings and problems that belong to no screen. */
export default function AppNotifications() {
  const notification = useDesk((state) => state.notification);
  useEffect(() => {
    if (!notification) return;
    if (notification.kind === "finished") {
      const { id, name, sandbox } = notification.cleaning;
      // Skip it if the cleaning is already visible.
      if (/^#\/(clean)?$/.test(window.location.hash) || window.location.hash.startsWith(`#/cleanings/${id}`))
        return;
      showNotification(id, {
        "data-line": true,
        message: (
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" fw={600} className="cut">
              {frameWords.finished(name)}
            </Text>
            {sandbox && <SandboxMark />}
            <Anchor href={`#/cleanings/${id}`} flex="none" onClick={() => hideNotification(id)}>
              {frameWords.review}
            </Anchor>
          </Group>
        ),
        ...CLOSE,
      });
      return;
    }
    if (notification.kind === "restored") {
      showNotification("restored", {
        title: frameWords.restored,
        message: frameWords.restoredDetail(notification),
        autoClose: false,
        ...CLOSE,
      });
      return;
    }
    const { code, title, detail, action } = notification.problem;
    showNotification(title, {
      title,
      color: code === "team_has_erased" ? "gray" : "red",
      autoClose: 12_000,
      message: [detail, action].filter(Boolean).join(" "),
      ...CLOSE,
    });
  }, [notification]);
  return (
    <Notifications position="bottom-center" autoClose={6_000} transitionDuration={180} containerWidth={640} />
  );
}
