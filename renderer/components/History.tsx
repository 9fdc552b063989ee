import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { z } from "zod";
import type { historyEntrySchema } from "../../shared/bridge/results.ts";
import { date } from "../times.ts";
import { listsWords } from "../words/lists.ts";
import { SandboxMark } from "./SandboxMark.tsx";
import { VerdictMark } from "./VerdictMark.tsx";

/** Where and when an address was verified, newest first, with a way to each list. */
export function History(props: { entries: readonly z.infer<typeof historyEntrySchema>[] }) {
  return (
    <Stack gap={4}>
      {props.entries.map((entry) => (
        <Group key={`${entry.cleaningId}-${entry.at}`} justify="space-between" wrap="nowrap" gap="sm">
          {entry.cleaningId === "check" ? (
            <Text size="sm" truncate>
              {entry.name}
            </Text>
          ) : (
            <Anchor size="sm" href={`#/cleanings/${entry.cleaningId}`} truncate>
              {entry.inBin ? listsWords.inTheBin(entry.name) : entry.name}
            </Anchor>
          )}
          <Group gap="sm" wrap="nowrap">
            {entry.sandbox && <SandboxMark />}
            <Text size="xs" c="dimmed" className="num" style={{ whiteSpace: "nowrap" }}>
              {date(entry.at)}
            </Text>
            <Text size="sm" component="span">
              <VerdictMark verdict={entry.verdict ?? "none"} />
            </Text>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
