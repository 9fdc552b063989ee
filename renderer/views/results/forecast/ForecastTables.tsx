import { Anchor, Stack, Table, Text, Title } from "@mantine/core";
import type { ForecastGroup, Mailing, ServiceRecord } from "../../../../shared/bridge/forecast.ts";
import {
  actualBouncesText,
  boundsText,
  groupBasis,
  groupName,
  rangeOf,
  serviceWords,
  shareText,
} from "../../../../shared/forecast-words.ts";
import { count } from "../../../../shared/numbers.ts";
import { useCall } from "../../../stores/query.ts";
import { date } from "../../../times.ts";
import { forecastWords } from "../../../words/answer.ts";

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

/** Sent mailings with predicted and actual bounces; renders nothing if there are none. */
export function Mailings() {
  const { value } = useCall("forecast.mailings", {}, ["suppression"]);
  if (value === null || value.mailings.length === 0) return null;
  return (
    <Stack gap="lg">
      <Sent mailings={value.mailings} />
      {value.services.length > 0 && <Services services={value.services} />}
    </Stack>
  );
}

function Sent({ mailings }: { mailings: readonly Mailing[] }) {
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
          {mailings.map((mailing) => (
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
              <Table.Td>{actualBouncesText(mailing)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const JUDGED = ["caught", "missed", "condemned", "abstained"] as const;

/** Accuracy of verification services as shares with intervals, not ranked. */
function Services({ services }: { services: readonly ServiceRecord[] }) {
  return (
    <div>
      <Title order={3} fz="md">
        {serviceWords.title}
      </Title>
      <Text size="sm" c="dimmed" mb={4}>
        {serviceWords.help}
      </Text>
      <Table fz="sm" aria-label={serviceWords.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{serviceWords.service}</Table.Th>
            {JUDGED.map((what) => (
              <Table.Th key={what} scope="col" ta="right">
                {serviceWords[what]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {services.map((service) => (
            <Table.Tr key={service.name}>
              <Table.Th scope="row" fw={400}>
                {service.name}
              </Table.Th>
              {JUDGED.map((what) => (
                <Table.Td key={what} ta="right" className="num" style={{ whiteSpace: "nowrap" }}>
                  {shareText(service[what])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
