import { Table, type TableProps } from "@mantine/core";
import type { ReactNode } from "react";

interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

interface Props<Row> extends Omit<TableProps, "data"> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly [Column<Row>, ...Column<Row>[]];
}

/** Table of named rows. The first of `columns` names the row. */
export function NamedTable<Row>({ rows, keyOf, columns, ...table }: Props<Row>) {
  const [first, ...others] = columns;
  return (
    <Table fz="sm" {...table}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ name, isNumber }) => (
            <Table.Th key={name} scope="col" ta={isNumber ? "right" : undefined}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            <Table.Th scope="row" fw={400}>
              {first.cell(row)}
            </Table.Th>
            {others.map(({ name, cell, isNumber }) => (
              <Table.Td
                key={name}
                ta={isNumber ? "right" : undefined}
                className={isNumber ? "num" : undefined}
                style={isNumber ? { whiteSpace: "nowrap" } : undefined}
              >
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
