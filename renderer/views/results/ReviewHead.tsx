import { Alert, Button, Drawer, Group, Menu, Stack, Text, Timeline } from "@mantine/core";
import { IconAlertTriangle, IconDots, IconFileExport, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { BIN_DAYS } from "../../../shared/bridge/constants.ts";
import { sentences } from "../../../shared/sentences.ts";
import { CompactButton, SmallButton } from "../../components/buttons.tsx";
import { DeleteDialog, RenameDialog } from "../../components/CleaningDialogs.tsx";
import {
  atServiceWords,
  isPurged,
  useAct,
  useBin,
  useCleanAgain,
} from "../../components/cleaning-actions.ts";
import { ProblemNote } from "../../components/notes.tsx";
import { useCommand } from "../../frame/Shortcuts.tsx";
import { go } from "../../navigation.ts";
import { useCall } from "../../stores/query.ts";
import { daysLeft, moment } from "../../times.ts";
import { ACTION_WORDS, actionWords, progressWords } from "../../words/clean.ts";
import { listsWords } from "../../words/lists.ts";
import { compareWords, resultsWords } from "../../words/results.ts";
import { suppressWords } from "../../words/settings.ts";
import { CompareDialog } from "../compare/CompareDialog.tsx";
import { useResults } from "./results-context.tsx";

function Caution(props: { title: string; children: ReactNode }) {
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      title={props.title}
    >
      {props.children}
    </Alert>
  );
}

const DAY = 86_400_000;

export function BinNote() {
  const { cleaning } = useResults();
  const { restore } = useBin(cleaning);
  const { deletedAt } = cleaning;
  if (deletedAt === null) return null;
  return (
    <Alert icon={<IconTrash size={20} aria-hidden="true" />} mb="md" role="status">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{listsWords.inBinUntil(daysLeft(deletedAt + BIN_DAYS * DAY, Date.now()) ?? 0)}</Text>
        <CompactButton onClick={() => void restore()}>{listsWords.restore}</CompactButton>
      </Group>
    </Alert>
  );
}

export function MissingNote() {
  const { cleaning } = useResults();
  const { run, isActing, problem } = useAct(cleaning);
  if (!cleaning.actions.includes("fetch_again")) return null;
  return (
    <Caution title={resultsWords.missingTitle}>
      <Stack gap="xs">
        <Text size="sm">{resultsWords.missing(cleaning.missing)}</Text>
        {problem && <Text size="sm">{sentences(problem.title, problem.detail)}</Text>}
        <Group>
          <SmallButton loading={isActing} onClick={() => void run("fetch_again")}>
            {ACTION_WORDS.fetch_again}
          </SmallButton>
          <Text size="sm">{resultsWords.fetchAgainHelp}</Text>
        </Group>
      </Stack>
    </Caution>
  );
}

export function UnverifiedNote() {
  const { cleaning } = useResults();
  const { run, askOf, isActing, problem } = useAct(cleaning);
  const { unverified, parts } = cleaning;
  if (unverified === null) return null;
  const canRetry = cleaning.actions.includes("retry");
  const canSendAgain = cleaning.actions.includes("upload_again");
  const again = askOf("upload_again");
  const why = problem ?? parts.find((part) => part.state !== "done" && part.problem !== null)?.problem;
  return (
    <Caution title={resultsWords.unverifiedTitle}>
      <Stack gap="xs">
        <Text size="sm">{resultsWords.unverified(unverified, parts.length, cleaning.state)}</Text>
        {why && <Text size="sm">{sentences(why.title, why.detail)}</Text>}
        {canRetry || canSendAgain ? (
          <Group>
            {canRetry && (
              <SmallButton loading={isActing} onClick={() => void run("retry")}>
                {ACTION_WORDS.retry}
              </SmallButton>
            )}
            {canSendAgain && (
              <SmallButton disabled={isActing} onClick={() => void run("upload_again")}>
                {actionWords("upload_again", again)}
              </SmallButton>
            )}
            {canSendAgain && again?.credits === 0 && <Text size="sm">{progressWords.sendAgain(again)}</Text>}
          </Group>
        ) : (
          cleaning.state === "failed" && <Text size="sm">{resultsWords.unverifiedForGood}</Text>
        )}
      </Stack>
    </Caution>
  );
}

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

export function ReviewActions() {
  const { cleaning, openExport, suppress } = useResults();
  const [open, setOpen] = useState<Open>(null);
  const now = Date.now();
  const cleanAgain = useCleanAgain(cleaning);
  const close = () => setOpen(null);
  const exportRows = () => openExport(null);
  useCommand("export", exportRows);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        leftSection={<IconFileExport size={17} aria-hidden="true" />}
        onClick={exportRows}
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
          <Menu.Item onClick={() => suppress("do_not_send")}>{suppressWords.addDoor}</Menu.Item>
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
