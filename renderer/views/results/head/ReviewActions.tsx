import { Button, Drawer, Group, Menu, Text, Timeline } from "@mantine/core";
import { IconDots, IconFileExport } from "@tabler/icons-react";
import { useState } from "react";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import {
  atServiceWords,
  DeleteDialog,
  isPurged,
  RenameDialog,
  useCleanAgain,
} from "../../../components/cleaning-actions.tsx";
import { ProblemNote } from "../../../components/notes.tsx";
import { useCommand } from "../../../frame/Shortcuts.tsx";
import { go } from "../../../navigation.ts";
import { useCall } from "../../../stores/query.ts";
import { moment } from "../../../times.ts";
import { compareWords, resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/settings.ts";
import { CompareDialog } from "../../compare/CompareDialog.tsx";

function TimelineDrawer({ cleaningId, onClose }: { cleaningId: string; onClose: () => void }) {
  const { value, problem } = useCall("cleanings.timeline", { cleaningId });
  const entries = value?.entries ?? [];
  return (
    <Drawer opened onClose={onClose} position="right" title={resultsWords.timeline}>
      {problem && <ProblemNote problem={problem} />}
      <Timeline active={entries.length} bulletSize={12} lineWidth={2}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a journal only grows at its end
          <Timeline.Item key={index} title={entry.why}>
            <Text size="xs" c="dimmed">
              {moment(entry.at)}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Drawer>
  );
}

type Open = "compare" | "timeline" | "rename" | "delete_at_service" | "delete_here" | null;

export function ReviewActions(props: { cleaning: Cleaning; onExport: () => void; onSuppress: () => void }) {
  const { cleaning } = props;
  const [open, setOpen] = useState<Open>(null);
  const now = Date.now();
  const cleanAgain = useCleanAgain(cleaning);
  const close = () => setOpen(null);
  useCommand("export", props.onExport);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
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
          <Menu.Label>
            {[
              moment(cleaning.finishedAt ?? cleaning.createdAt),
              cleaning.accountLabel,
              atServiceWords(cleaning, now),
            ]
              .filter(Boolean)
              .join(" · ")}
          </Menu.Label>
          <Menu.Item onClick={() => setOpen("timeline")}>{resultsWords.timeline}</Menu.Item>
          <Menu.Item onClick={() => go(`/cleanings/${cleaning.id}/report`)}>{resultsWords.report}</Menu.Item>
          <Menu.Item onClick={() => setOpen("compare")}>{compareWords.compare}</Menu.Item>
          <Menu.Item onClick={props.onSuppress}>{suppressWords.addDoor}</Menu.Item>
          <Menu.Item onClick={() => void cleanAgain()}>{resultsWords.cleanAgain}</Menu.Item>
          <Menu.Item onClick={() => setOpen("rename")}>{resultsWords.rename}</Menu.Item>
          <Menu.Divider />
          {cleaning.actions.includes("delete_at_service") && !isPurged(cleaning, now) && (
            <Menu.Item onClick={() => setOpen("delete_at_service")}>{resultsWords.deleteAtService}</Menu.Item>
          )}
          {cleaning.actions.includes("delete_here") && (
            <Menu.Item color="red" onClick={() => setOpen("delete_here")}>
              {resultsWords.deleteHere}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === "timeline" && <TimelineDrawer cleaningId={cleaning.id} onClose={close} />}
      {open === "compare" && <CompareDialog cleaning={cleaning} onClose={close} />}
      {open === "rename" && <RenameDialog cleaning={cleaning} onClose={close} />}
      {open === "delete_at_service" && <DeleteDialog cleaning={cleaning} what={open} onClose={close} />}
      {open === "delete_here" && (
        <DeleteDialog cleaning={cleaning} what={open} onDeleted={() => go("/lists")} onClose={close} />
      )}
    </Group>
  );
}
