import { Table, Title } from "@mantine/core";
import { boundsText, truthText } from "../../../../shared/forecast-words.ts";
import { count } from "../../../../shared/numbers.ts";
import { useCall } from "../../../stores/reading.ts";
import { date } from "../../../times.ts";
import { forecastWords } from "../../../words/forecast.ts";

/** What was sent, with what was foretold of it beside what bounced; nothing before anything was. */
export function Mailings() {
  const { value } = useCall("forecast.mailings", {}, ["suppression"]);
  if (value === null || value.mailings.length === 0) return null;
  return (
    <div>
      <Title order={3} fz="md" mb={4}>
        {forecastWords.mailings}
      </Title>
      <Table fz="sm" aria-label={forecastWords.mailings}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{forecastWords.file}</Table.Th>
            <Table.Th scope="col" ta="right">
              {forecastWords.sentTo}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {forecastWords.foretold}
            </Table.Th>
            <Table.Th scope="col">{forecastWords.truth}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {value.mailings.map((mailing) => (
            <Table.Tr key={mailing.id}>
              <Table.Th scope="row" fw={400}>
                {mailing.name}, {date(mailing.at)}
              </Table.Th>
              <Table.Td ta="right" className="num">
                {count(mailing.sent)}
              </Table.Td>
              <Table.Td ta="right" className="num">
                {mailing.foretold === null ? forecastWords.noForecast : boundsText(mailing.foretold)}
              </Table.Td>
              <Table.Td>{truthText(mailing)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
