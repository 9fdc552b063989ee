import { Anchor, Table } from "@mantine/core";
import type { ForecastGroup } from "../../../../shared/bridge/forecast.ts";
import { groupBasis, groupName, rangeOf } from "../../../../shared/forecast-words.ts";
import { count } from "../../../../shared/numbers.ts";
import { forecastWords } from "../../../words/forecast.ts";

export function ForecastGroups(props: {
  groups: readonly ForecastGroup[];
  onShow: (group: ForecastGroup) => void;
}) {
  return (
    <Table fz="sm" aria-label={forecastWords.groups}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{forecastWords.group}</Table.Th>
          <Table.Th scope="col" ta="right">
            {forecastWords.addresses}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {forecastWords.expected}
          </Table.Th>
          <Table.Th scope="col">{forecastWords.basis}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.groups.map((group) => {
          const name = groupName(group);
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {name}
              </Table.Th>
              <Table.Td ta="right" className="num">
                <Anchor
                  component="button"
                  type="button"
                  fz="inherit"
                  underline="always"
                  aria-label={forecastWords.showRows(name, group.addresses)}
                  onClick={() => props.onShow(group)}
                >
                  {count(group.addresses)}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right" className="num">
                {rangeOf(group)}
              </Table.Td>
              <Table.Td>{groupBasis(group)}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
