import { Badge, Button, Group, Menu, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconDots, IconFileExport } from "@tabler/icons-react";
import { useState } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { atServiceWords, isPurged, staleWords } from "../../../components/cleaning/age.ts";
import { DeleteDialog } from "../../../components/cleaning/DeleteDialog.tsx";
import { RenameDialog } from "../../../components/cleaning/RenameDialog.tsx";
import { useCleanAgain } from "../../../components/cleaning/useCleanAgain.ts";
import { SandboxMark } from "../../../components/SandboxMark.tsx";
import { moment } from "../../../format/times.ts";
import { useCommand } from "../../../frame/commands.ts";
import { useApp } from "../../../stores/winnow.tsx";
import { compareWords } from "../../../words/compare.ts";
import { frameWords } from "../../../words/frame.ts";
import { resultsWords } from "../../../words/results.ts";
import { CompareDialog } from "../../compare/CompareDialog.tsx";
import { TimelineDrawer } from "./TimelineDrawer.tsx";
import { useReport } from "./useReport.ts";

type Open = "compare" | "timeline" | "rename" | "delete_at_service" | "delete_here" | null;

/** The cleaning's name, when and with whose credits, and what can be done with all of it. */
export function ReviewHead(props: { cleaning: Cleaning; onExport: () => void }) {
  const { cleaning } = props;
  const [open, setOpen] = useState<Open>(null);
  const freshDays = useApp((state) => state.settings.freshDays);
  const now = Date.now();
  const report = useReport(cleaning);
  const cleanAgain = useCleanAgain(cleaning);
  const close = () => setOpen(null);
  useCommand("export", props.onExport);
  useDocumentTitle(frameWords.windowTitle(cleaning.name));
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs" wrap="nowrap">
          <Title order={1} size="h3" lineClamp={1}>
            {cleaning.name}
          </Title>
          {cleaning.sandbox && <SandboxMark />}
          {cleaning.tags.map((tag) => (
            <Badge key={tag} variant="light" tt="none" radius="sm" fw={500}>
              {tag}
            </Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            moment(cleaning.finishedAt ?? cleaning.createdAt),
            cleaning.accountLabel,
            atServiceWords(cleaning, now),
            staleWords(cleaning, freshDays, now),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button
          leftSection={<IconFileExport size={17} aria-hidden="true" />}
          onClick={props.onExport}
          aria-keyshortcuts="Control+E Meta+E"
        >
          {resultsWords.export}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px="xs" aria-label={resultsWords.more}>
              <IconDots size={18} aria-hidden="true" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpen("timeline")}>{resultsWords.timeline}</Menu.Item>
            <Menu.Item onClick={() => void report()}>{resultsWords.report}</Menu.Item>
            <Menu.Item onClick={() => setOpen("compare")}>{compareWords.compare}</Menu.Item>
            <Menu.Item onClick={() => void cleanAgain()}>{resultsWords.cleanAgain}</Menu.Item>
            <Menu.Item onClick={() => setOpen("rename")}>{resultsWords.rename}</Menu.Item>
            <Menu.Divider />
            {cleaning.actions.includes("delete_at_service") && !isPurged(cleaning, now) && (
              <Menu.Item onClick={() => setOpen("delete_at_service")}>
                {resultsWords.deleteAtService}
              </Menu.Item>
            )}
            {cleaning.actions.includes("delete_here") && (
              <Menu.Item color="red" onClick={() => setOpen("delete_here")}>
                {resultsWords.deleteHere}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <TimelineDrawer cleaningId={cleaning.id} opened={open === "timeline"} onClose={close} />
      <CompareDialog cleaning={cleaning} opened={open === "compare"} onClose={close} />
      <RenameDialog cleaning={cleaning} opened={open === "rename"} onClose={close} />
      <DeleteDialog
        cleaning={cleaning}
        what={open === "delete_at_service" || open === "delete_here" ? open : null}
        onClose={close}
      />
    </Group>
  );
}
