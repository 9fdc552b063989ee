import { Stack, Title } from "@mantine/core";
import type { ForecastGroup, Mailing, ServiceRecord } from "../../../../shared/bridge/forecast.ts";
import {
  actualBouncesText,
  bouncesText,
  groupBasis,
  groupName,
  rangeOf,
  serviceWords,
  shareText,
} from "../../../../shared/forecast-words.ts";
import { count } from "../../../../shared/numbers.ts";
import { LinkButton } from "../../../components/buttons.tsx";
import { NamedTable } from "../../../components/NamedTable.tsx";
import { Note } from "../../../components/notes.tsx";
import { useCall } from "../../../stores/query.ts";
import { date } from "../../../times.ts";
import { forecastWords } from "../../../words/answer.ts";

export function ForecastGroups(props: {
  groups: readonly ForecastGroup[];
  onShow: (group: ForecastGroup) => void;
}) {
  const rows = (group: ForecastGroup) => (
    <LinkButton
      fz="inherit"
      aria-label={forecastWords.showRows(groupName(group), group.addresses)}
      onClick={() => props.onShow(group)}
    >
      {count(group.addresses)}
    </LinkButton>
  );
  return (
    <NamedTable
      aria-label={forecastWords.groups}
      rows={props.groups}
      keyOf={groupName}
      columns={[
        { name: forecastWords.group, cell: groupName },
        { name: forecastWords.addresses, cell: rows, isNumber: true },
        { name: forecastWords.expected, cell: rangeOf, isNumber: true },
        { name: forecastWords.basis, cell: groupBasis },
      ]}
    />
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
      <NamedTable
        aria-label={forecastWords.mailings}
        rows={mailings}
        keyOf={({ id }) => id}
        columns={[
          { name: forecastWords.file, cell: ({ name, at }) => `${name}, ${date(at)}` },
          { name: forecastWords.sentTo, cell: ({ sent }) => count(sent), isNumber: true },
          {
            name: forecastWords.foretold,
            cell: ({ foretold, sent }) =>
              foretold === null ? forecastWords.noForecast : bouncesText(foretold, sent),
            isNumber: true,
          },
          { name: forecastWords.truth, cell: actualBouncesText },
        ]}
      />
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
      <Note mb={4}>{serviceWords.help}</Note>
      <NamedTable
        aria-label={serviceWords.title}
        rows={services}
        keyOf={({ name }) => name}
        columns={[
          { name: serviceWords.service, cell: ({ name }) => name },
          ...JUDGED.map((what) => ({
            name: serviceWords[what],
            cell: (service: ServiceRecord) => shareText(service[what]),
            isNumber: true,
          })),
        ]}
      />
    </div>
  );
}
