import { Button, Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Fragment } from "react";
import { cellCountLines } from "../../../../shared/bridge/cell-counts.ts";
import { LEFT_OUT_REASONS } from "../../../../shared/bridge/constants.ts";
import type { ExportResult, ExportRowCounts } from "../../../../shared/bridge/exports.ts";
import { leftOutWords } from "../../../../shared/left-out-words.ts";
import { size } from "../../../../shared/numbers.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { download } from "../../../bridge/http.ts";
import { LinkButton, SmallButton } from "../../../components/buttons.tsx";
import { Note, ProblemNote } from "../../../components/notes.tsx";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import { exportWords } from "../../../words/results.ts";

export function LeftOutNote(props: { account: ExportRowCounts }) {
  const { leftOut, unverified, suppressed = 0, dropped = 0, unwanted = 0 } = props.account;
  const reasons = LEFT_OUT_REASONS.filter((reason) => (leftOut[reason] ?? 0) > 0);
  const rows = reasons.reduce((sum, reason) => sum + (leftOut[reason] ?? 0), 0);
  const named = reasons.map((reason) => leftOutWords(reason, leftOut[reason] ?? 0));
  return (
    <>
      {rows > 0 && <Note>{exportWords.leftOut(rows, named.join(", "))}</Note>}
      {suppressed > 0 && <Text size="sm">{exportWords.writtenSuppressed(suppressed)}</Text>}
      {dropped > 0 && <Text size="sm">{exportWords.writtenDropped(dropped)}</Text>}
      {unwanted > 0 && <Text size="sm">{exportWords.writtenUnwanted(unwanted)}</Text>}
      {unverified > 0 && <Text size="sm">{exportWords.writtenUnverified(unverified)}</Text>}
    </>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

export function ExportOutcomeNote(props: {
  /** One per file, or per archive of files. */
  outcomes: readonly ExportResult[];
  /** The failure of a second file or of a download. */
  problem: Problem | null;
  onDone: () => void;
}) {
  const { outcomes, problem } = props;
  const { bridge, desk } = useWinnow();
  const desktop = useApp((state) => state.info?.host === "desktop");
  const fetchAgain = async (downloadId: string | null, name: string) => {
    const problem = await download(bridge, downloadId, name);
    if (problem) desk.getState().notify({ kind: "problem", problem });
  };
  return (
    <Stack>
      <Group gap="xs" role="status">
        <IconCircleCheck size={22} color="var(--w-deliverable)" aria-hidden="true" />
        <Text fw={600}>{exportWords.done(outcomes.reduce((sum, { rows }) => sum + rows, 0))}</Text>
      </Group>
      {problem && <ProblemNote problem={problem} />}
      {outcomes.map((outcome) => (
        <Fragment key={outcome.exportId}>
          {cellCountLines(outcome).map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
          {outcome.account && outcomes.length === 1 && <LeftOutNote account={outcome.account} />}
        </Fragment>
      ))}
      <Note>{exportWords.countsAsSent}</Note>
      {outcomes
        .flatMap(({ files }) => files)
        .map((file) => {
          return (
            <Group
              key={file.name}
              justify="space-between"
              draggable={desktop}
              style={desktop ? { cursor: "grab" } : undefined}
              onDragStart={(event) => {
                // The desktop host drags the actual file.
                event.preventDefault();
                void bridge.call("host.dragFile", { path: file.path });
              }}
            >
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {desktop ? file.path : file.name}{" "}
                <span className="quiet">
                  ({exportWords.amount(file.rows, false)} · {size(file.bytes)})
                </span>
              </Text>
              {file.downloadId !== null && bridge.downloadUrl !== null && (
                <LinkButton
                  size="sm"
                  underline="hover"
                  onClick={() => void fetchAgain(file.downloadId, file.name)}
                >
                  {exportWords.download(file.name)}
                </LinkButton>
              )}
              {desktop && (
                <Group gap="xs">
                  <SmallButton onClick={() => void bridge.call("host.showFile", { path: file.path })}>
                    {exportWords.show}
                  </SmallButton>
                  <SmallButton onClick={() => void bridge.call("host.openFile", { path: file.path })}>
                    {exportWords.open}
                  </SmallButton>
                </Group>
              )}
            </Group>
          );
        })}
      <Group justify="flex-end">
        {/* The previously focused button is gone, so focus this one. */}
        <Button onClick={props.onDone} ref={focus}>
          {exportWords.finish}
        </Button>
      </Group>
    </Stack>
  );
}
