import { Menu } from "@mantine/core";
import type { ResultRow } from "../../../../shared/bridge/results.ts";
import { MenuAt, type MenuPlace } from "../../../components/MenuAt.tsx";
import { mod } from "../../../words/frame.ts";
import { resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/settings.ts";
import { tableWords } from "../../../words/table.ts";
import { withSelection } from "../facets/facet-choice.ts";
import { useResults } from "../results-context.tsx";
import type { RowActions } from "./useRowActions.ts";

export interface RowMenuRequest {
  readonly place: MenuPlace;
  readonly row: ResultRow;
}

/** Returns the domain of an address cell; `null` if it has none to filter by. */
function domainIn(cell: string): string | null {
  const at = cell.lastIndexOf("@");
  return at < 0 ? null : (/^[^\s<>"',;()]+/u.exec(cell.slice(at + 1))?.[0].toLowerCase() ?? null);
}

interface Props extends RowMenuRequest {
  actions: RowActions;
  onClose: () => void;
}

/** Context menu of a row, or of all selected rows if it is one of several. */
export function RowMenu({ place, row, actions, onClose }: Props) {
  const { summary, view, openRow, patchFilter, selection } = useResults();
  const { filter } = view;
  const isSelected = selection.has(row.row);
  const size = isSelected ? selection.size : 1;
  const target = isSelected ? null : row.row;
  const domain = row.class === "empty" ? null : domainIn(row.cells[summary.addressColumn] ?? "");
  return (
    <MenuAt place={place} label={tableWords.rowMenu(row.row + 1)} onClose={onClose}>
      <Menu.Item onClick={() => openRow(row.row)} rightSection="Enter">
        {tableWords.details}
      </Menu.Item>
      <Menu.Item onClick={() => selection.toggle(row.row)} rightSection="X">
        {isSelected ? tableWords.deselect : tableWords.select}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void actions.mark("keep", target)} rightSection="Y">
        {tableWords.keep(size)}
      </Menu.Item>
      <Menu.Item onClick={() => void actions.mark("drop", target)} rightSection="N">
        {tableWords.drop(size)}
      </Menu.Item>
      <Menu.Item onClick={() => void actions.mark(null, target)}>{resultsWords.clearMark}</Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => void actions.copy("addresses", row.row)}>{tableWords.copyAddress}</Menu.Item>
      <Menu.Item onClick={() => void actions.copy("rows", row.row)} rightSection={mod("C")}>
        {tableWords.copyRow}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item onClick={() => actions.suppress(target)}>{suppressWords.addRows(size)}</Menu.Item>
      {domain !== null && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => patchFilter(withSelection(filter, "domain", domain, "chosen"))}>
            {tableWords.onlyDomain(domain)}
          </Menu.Item>
          <Menu.Item onClick={() => patchFilter(withSelection(filter, "domain", domain, "excluded"))}>
            {tableWords.withoutDomain(domain)}
          </Menu.Item>
        </>
      )}
    </MenuAt>
  );
}
