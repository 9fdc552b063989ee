import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { historyEntrySchema } from "../../shared/bridge/results.ts";
import type { Verdict } from "../../shared/verdicts.ts";
import { date } from "../times.ts";
import { listsWords } from "../words/lists.ts";
import { SandboxMark } from "./notes.tsx";
import { VerdictMark } from "./VerdictMark.tsx";

export function WhereRow(props: {
  name: string;
  cleaningId: string | null;
  sandbox: boolean;
  verdict: Verdict | "none" | null;
  children: ReactNode;
}) {
  const { name, cleaningId, verdict } = props;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      {cleaningId === null ? (
        <Text size="sm" truncate>
          {name}
        </Text>
      ) : (
        <Anchor size="sm" href={`#/cleanings/${cleaningId}`} truncate>
          {name}
        </Anchor>
      )}
      <Group gap="sm" wrap="nowrap">
        {props.sandbox && <SandboxMark />}
        <Text size="xs" c="dimmed" className="num" style={{ whiteSpace: "nowrap" }}>
          {props.children}
        </Text>
        {verdict !== null && <VerdictMark verdict={verdict} />}
      </Group>
    </Group>
  );
}

/** Verifications of an address, newest first, with a link to each list. */
export function History(props: { entries: readonly z.infer<typeof historyEntrySchema>[] }) {
  return (
    <Stack gap={4}>
      {props.entries.map(({ cleaningId, at, name, inBin, sandbox, verdict }) => (
        <WhereRow
          key={`${cleaningId}-${at}`}
          name={inBin ? listsWords.inTheBin(name) : name}
          cleaningId={cleaningId === "check" ? null : cleaningId}
          sandbox={sandbox}
          verdict={verdict ?? "none"}
        >
          {date(at)}
        </WhereRow>
      ))}
    </Stack>
  );
}
