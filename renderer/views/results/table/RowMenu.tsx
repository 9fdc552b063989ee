import { Menu } from "@mantine/core";
import type { ResultFilter, ResultRow } from "../../../../shared/bridge/results.ts";
import { MenuAt, type MenuPlace } from "../../../components/MenuAt.tsx";
import { mod } from "../../../words/frame.ts";
import { resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/settings.ts";
import { tableWords } from "../../../words/table.ts";
import { withSelection } from "../facets/facet-choice.ts";

export interface WishedRow {
  readonly place: MenuPlace;
  readonly row: ResultRow;
}

/** Returns the domain of an address cell; `null` if it has none to filter by. */
function domainIn(cell: string): string | null {
  const at = cell.lastIndexOf("@");
  return at < 0 ? null : (/^[^\s<>"',;()]+/u.exec(cell.slice(at + 1))?.[0].toLowerCase() ?? null);
}

/** Context menu of a row, or of all selected rows if it is one of several. */
export function RowMenu(props: {
  wished: WishedRow;
  addressColumn: number;
  filter: ResultFilter;
  size: number;
  isSelected: boolean;
  onClose: () => void;
  onOpen: () => void;
  onSelect: () => void;
  onMark: (decision: "keep" | "drop" | null) => void;
  onCopy: (what: "address" | "row") => void;
  onSuppress: () => void;
  onFilter: (patch: Partial<ResultFilter>) => void;
}) {
  const { wished, filter, size, onMark } = props;
  const { row } = wished;
  const domain = row.class === "empty" ? null : domainIn(row.cells[props.addressColumn] ?? "");
  return (
    <MenuAt place={wished.place} label={tableWords.rowMenu(row.row + 1)} onClose={props.onClose}>
      <Menu.Item onClick={props.onOpen} rightSection="Enter">
        {tableWords.details}
      </Menu.Item>
      <Menu.Item onClick={props.onSelect} rightSection="X">
        {props.isSelected ? tableWords.deselect : tableWords.select}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => onMark("keep")} rightSection="Y">
        {tableWords.keep(size)}
      </Menu.Item>
      <Menu.Item onClick={() => onMark("drop")} rightSection="N">
        {tableWords.drop(size)}
      </Menu.Item>
      <Menu.Item onClick={() => onMark(null)}>{resultsWords.clearMark}</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => props.onCopy("address")}>{tableWords.copyAddress}</Menu.Item>
      <Menu.Item onClick={() => props.onCopy("row")} rightSection={mod("C")}>
        {tableWords.copyRow}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={props.onSuppress}>{suppressWords.addRows(size)}</Menu.Item>
      {domain !== null && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => props.onFilter(withSelection(filter, "domain", domain, "chosen"))}>
            {tableWords.onlyDomain(domain)}
          </Menu.Item>
          <Menu.Item onClick={() => props.onFilter(withSelection(filter, "domain", domain, "excluded"))}>
            {tableWords.withoutDomain(domain)}
          </Menu.Item>
        </>
      )}
    </MenuAt>
  );
}
