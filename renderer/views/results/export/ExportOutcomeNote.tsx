import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { cellCountLines } from "../../../../shared/bridge/cell-counts.ts";
import type { ExportOutcome } from "../../../../shared/bridge/exports.ts";
import { download } from "../../../bridge/download.ts";
import { count, size } from "../../../format/numbers.ts";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import { exportWords } from "../../../words/results.ts";
import { LeftOutNote } from "./LeftOutNote.tsx";

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** What was written, and the ways to it. */
export function ExportOutcomeNote(props: { outcome: ExportOutcome; onDone: () => void }) {
  const { outcome } = props;
  const { bridge, desk } = useWinnow();
  const desktop = useApp((state) => state.info?.host === "desktop");
  const fetchAgain = async (downloadId: string | null, name: string) => {
    const problem = await download(bridge, downloadId, name);
    if (problem) desk.getState().tell({ kind: "problem", problem });
  };
  return (
    <Stack>
      <Group gap="xs" role="status">
        <IconCircleCheck size={22} color="var(--w-deliverable)" aria-hidden="true" />
        <Text fw={600}>{exportWords.done(outcome.rows)}</Text>
      </Group>
      {cellCountLines(outcome).map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {outcome.account && <LeftOutNote account={outcome.account} />}
      {outcome.files.map((file) => {
        return (
          <Group
            key={file.name}
            justify="space-between"
            draggable={desktop && file.downloadId !== null}
            onDragStart={(event) => {
              // The desktop carries the file itself; the page knows it by its id only.
              if (file.downloadId === null) return;
              event.preventDefault();
              void bridge.call("host.dragFile", { downloadId: file.downloadId });
            }}
          >
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {desktop ? file.path : file.name}{" "}
              <span className="quiet">
                ({count(file.rows)}, {size(file.bytes)})
              </span>
            </Text>
            {file.downloadId !== null && bridge.downloadAddress !== null && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => void fetchAgain(file.downloadId, file.name)}
              >
                {exportWords.download(file.name)}
              </Anchor>
            )}
            {desktop && (
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void bridge.call("host.showFile", { path: file.path })}
                >
                  {exportWords.show}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => void bridge.call("host.openFile", { path: file.path })}
                >
                  {exportWords.open}
                </Button>
              </Group>
            )}
          </Group>
        );
      })}
      <Group justify="flex-end">
        {/* The button that had the focus is gone: the keyboard goes on here. */}
        <Button onClick={props.onDone} ref={focus}>
          {exportWords.finish}
        </Button>
      </Group>
    </Stack>
  );
}
