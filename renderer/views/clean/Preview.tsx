import { Box, List, Table, UnstyledButton } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { count } from "../../../shared/numbers.ts";
import { cleanWords, ODDITY_WORDS } from "../../words/clean.ts";
import css from "./Preview.module.css";
import { useReadList } from "./read-list-context.tsx";

/** The first rows as read. Clicking a header makes it the address column. */
export function Preview() {
  const { preflight, isSettled, readAgain } = useReadList();
  const rows = preflight.preview.slice(0, 5);
  return (
    // A scrolling region must be reachable by keyboard.
    <Box role="group" className={css.scroll} aria-label={cleanWords.preview} tabIndex={0}>
      <Table className={css.table} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {preflight.columns.map((column) => (
              <Table.Th
                key={column.index}
                data-address={column.index === preflight.addressColumn || undefined}
              >
                <UnstyledButton
                  className={css.head}
                  onClick={() => readAgain({ column: column.index })}
                  disabled={isSettled}
                  aria-pressed={column.index === preflight.addressColumn}
                >
                  {column.name}
                </UnstyledButton>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a preview have no other name
            <Table.Tr key={row}>
              {preflight.columns.map((column) => (
                <Table.Td
                  key={column.index}
                  data-address={column.index === preflight.addressColumn || undefined}
                  title={cells[column.index]}
                >
                  {cells[column.index]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

export function Oddities() {
  const { oddities } = useReadList().preflight;
  if (oddities.length === 0) return null;
  return (
    <List
      className="plain-list"
      size="sm"
      spacing={4}
      icon={<IconInfoCircle size={15} color="var(--w-accept_all-text)" aria-hidden="true" />}
      aria-label={cleanWords.oddities}
    >
      {oddities.map(({ code, count: times, lines }) => (
        <List.Item key={code}>
          {ODDITY_WORDS[code]}: <strong className="num">{count(times)}</strong>
          {lines.length > 0 && <span className="quiet"> ({cleanWords.lines(lines, times)})</span>}
        </List.Item>
      ))}
    </List>
  );
}
