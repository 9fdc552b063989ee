import { Drawer, Text, Timeline } from "@mantine/core";
import { ProblemNote } from "../../../components/ProblemNote.tsx";
import { moment } from "../../../format/times.ts";
import { useCall } from "../../../stores/reading.ts";
import { resultsWords } from "../../../words/results.ts";

/** What happened to a cleaning, from its journal. */
export function TimelineDrawer({ cleaningId, onClose }: { cleaningId: string; onClose: () => void }) {
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
