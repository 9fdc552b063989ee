import { Table } from "@mantine/core";
import { useCallback } from "react";
import { count } from "../../../shared/numbers.ts";
import { ok } from "../../../shared/result.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { cleanWords } from "../../words/clean.ts";
import { correctionWords } from "../../words/questions.ts";
import { PAGE, PagedDrawer, usePaged } from "./PagedDrawer.tsx";

export function MalformedDrawer({ listId, onClose }: { listId: string; onClose: () => void }) {
  const { bridge } = useWinnow();
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.malformed", { listId, offset, limit: PAGE });
      return page.ok ? ok({ total: page.value.total, items: page.value.rows }) : page;
    },
    [bridge, listId],
  );
  const page = usePaged(listId, read);
  return (
    <PagedDrawer
      title={cleanWords.malformedTitle}
      help={cleanWords.malformedHelp}
      page={page}
      onClose={onClose}
    >
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{cleanWords.line}</Table.Th>
            <Table.Th>{cleanWords.cell}</Table.Th>
            <Table.Th>{cleanWords.reason}</Table.Th>
            <Table.Th>{correctionWords.suggestion}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody style={{ overflowWrap: "anywhere" }}>
          {page.items.map((row) => (
            <Table.Tr key={row.row}>
              <Table.Td className="num">{count(row.line)}</Table.Td>
              <Table.Td>{row.cell}</Table.Td>
              <Table.Td>{row.reason}</Table.Td>
              <Table.Td>{row.suggestion}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </PagedDrawer>
  );
}
