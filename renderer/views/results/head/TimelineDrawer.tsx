import { Drawer, Text, Timeline } from "@mantine/core";
import { useEffect, useState } from "react";
import type { z } from "zod";
import type { timelineEntrySchema } from "../../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { ProblemNote } from "../../../components/ProblemNote.tsx";
import { moment } from "../../../format/times.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";

type Entry = z.infer<typeof timelineEntrySchema>;

/** What happened to a cleaning, from its journal. */
export function TimelineDrawer(props: { cleaningId: string; opened: boolean; onClose: () => void }) {
  const { cleaningId, opened } = props;
  const { bridge } = useWinnow();
  const [entries, setEntries] = useState<Entry[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!opened) return;
    void bridge.call("cleanings.timeline", { cleaningId }).then((read) => {
      setEntries(read.ok ? read.value.entries : []);
      setProblem(read.ok ? null : read.problem);
    });
  }, [bridge, cleaningId, opened]);
  return (
    <Drawer opened={opened} onClose={props.onClose} position="right" title={resultsWords.timeline}>
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
