import { UnstyledButton } from "@mantine/core";
import { IconAt } from "@tabler/icons-react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { cleanWords } from "../../words/clean.ts";
import css from "./Preview.module.css";

/** The first rows as they were read, with the address column marked; a header can be clicked to choose it. */
export function Preview(props: { preflight: Preflight; onColumn: (column: number) => void }) {
  const { preflight, onColumn } = props;
  const rows = preflight.preview.slice(0, 5);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={css.scroll} aria-label={cleanWords.preview} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {preflight.columns.map((column) => (
              <th key={column.index} data-address={column.index === preflight.addressColumn || undefined}>
                <UnstyledButton
                  className={css.head}
                  onClick={() => onColumn(column.index)}
                  disabled={preflight.settled === true}
                  aria-pressed={column.index === preflight.addressColumn}
                >
                  {column.index === preflight.addressColumn && <IconAt size={14} aria-hidden="true" />}
                  {column.name}
                </UnstyledButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a preview have no other name
            <tr key={row}>
              {preflight.columns.map((column) => (
                <td
                  key={column.index}
                  data-address={column.index === preflight.addressColumn || undefined}
                  title={cells[column.index]}
                >
                  {cells[column.index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
