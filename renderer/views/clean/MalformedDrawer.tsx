import { Button, Drawer, Stack, Table, Text } from "@mantine/core";
import { useCallback } from "react";
import type { z } from "zod";
import type { malformedRowSchema } from "../../../shared/bridge/lists.ts";
import { ok } from "../../../shared/result.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { count } from "../../format/numbers.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { cleanWords } from "../../words/clean.ts";
import { correctionWords } from "../../words/questions.ts";
import { usePaged } from "./paged.ts";

type MalformedRow = z.infer<typeof malformedRowSchema>;

/** Every malformed row with its line in the file and the reason. */
export function MalformedDrawer(props: { listId: string; opened: boolean; onClose: () => void }) {
  const { bridge } = useWinnow();
  const { listId } = props;
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.malformed", { listId, offset, limit: 100 });
      return page.ok ? ok({ total: page.value.total, items: page.value.rows }) : page;
    },
    [bridge, listId],
  );
  const page = usePaged<MalformedRow>(props.opened, read);
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size="lg"
      title={`${cleanWords.malformedTitle} (${count(page.total)})`}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {cleanWords.malformedHelp}
        </Text>
        {page.problem && <ProblemNote problem={page.problem} />}
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{cleanWords.line}</Table.Th>
              <Table.Th>{cleanWords.cell}</Table.Th>
              <Table.Th>{cleanWords.reason}</Table.Th>
              <Table.Th>{correctionWords.suggestion}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {page.items.map((row) => (
              <Table.Tr key={row.row}>
                <Table.Td className="num">{count(row.line)}</Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{row.cell}</Table.Td>
                <Table.Td>{row.reason}</Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{row.suggestion}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {page.items.length < page.total && (
          <Button variant="default" loading={page.loading} onClick={page.more}>
            {cleanWords.more}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
