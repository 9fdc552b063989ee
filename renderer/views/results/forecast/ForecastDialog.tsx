import { Button, Group, Modal, NumberInput, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { fileOf } from "../../../../shared/bridge/segment-files.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import {
  basisSentence,
  forecastSentence,
  groupDomains,
  groupName,
} from "../../../../shared/forecast-words.ts";
import { RECOMMENDED_SEGMENTS } from "../../../../shared/segments.ts";
import { CompactButton } from "../../../components/buttons.tsx";
import { Note, ProblemNote } from "../../../components/notes.tsx";
import { useCall } from "../../../stores/query.ts";
import { forecastWords } from "../../../words/answer.ts";
import { useResults } from "../results-context.tsx";
import { ForecastGroups, Mailings } from "./ForecastTables.tsx";

export function ForecastLine() {
  const { id } = useResults().cleaning;
  const [isOpen, setOpen] = useState(false);
  const on = [`results ${id}`, "suppression"] as const;
  const safe = useCall("forecast.results", { cleaningId: id, filter: fileOf("safe") }, on);
  const all = useCall("forecast.results", { cleaningId: id, filter: fileOf(...RECOMMENDED_SEGMENTS) }, on);
  const line = safe.value && all.value ? forecastWords.line(safe.value.forecast, all.value.forecast) : null;
  if (line === null) return null;
  return (
    <Group gap="4px 12px" mih={28} mt="xs" fz="sm">
      <span role="status">{line}</span>
      <CompactButton onClick={() => setOpen(true)}>{forecastWords.open}</CompactButton>
      {isOpen && <ForecastDialog onClose={() => setOpen(false)} />}
    </Group>
  );
}

type Budget = NonNullable<CallOutput<"forecast.results">["budget"]>;

const SENT = fileOf(...RECOMMENDED_SEGMENTS);
/** Bounce rate in percent that mailing services usually tolerate. */
const USUAL = 2;
/** Debounce in milliseconds. */
const TYPING = 300;

function ForecastDialog({ onClose }: { onClose: () => void }) {
  const { cleaning, show } = useResults();
  const [percent, setPercent] = useState<number | string>(USUAL);
  const [typed] = useDebouncedValue(percent, TYPING);
  const most = typeof typed === "number" ? typed / 100 : undefined;
  const query = useCall("forecast.results", { cleaningId: cleaning.id, filter: SENT, most }, [
    `results ${cleaning.id}`,
    "suppression",
  ]);
  const forecast = query.value ?? query.last;
  return (
    <Modal opened onClose={onClose} title={`${forecastWords.title}: ${cleaning.name}`} size="xl">
      {query.problem && <ProblemNote problem={query.problem} onAgain={query.reload} />}
      {forecast === null && query.problem === null && <Text role="status">{forecastWords.loading}</Text>}
      {forecast !== null && (
        <Stack gap="lg">
          <div>
            <Title order={3} fz="lg">
              {forecastSentence(forecast.forecast)}
            </Title>
            <Note>{basisSentence(forecast.forecast)}</Note>
          </div>
          <ForecastGroups
            groups={forecast.forecast.groups}
            onShow={({ standing, mailHost }) => {
              onClose();
              show({ ...SENT, verdicts: [standing], ...(mailHost !== null && { mailHosts: [mailHost] }) });
            }}
          />
          <Stack gap="xs">
            <NumberInput
              label={forecastWords.budget}
              description={forecastWords.budgetHelp}
              maw={420}
              suffix=" %"
              min={0}
              max={100}
              clampBehavior="strict"
              allowNegative={false}
              decimalScale={2}
              step={0.5}
              value={percent}
              onChange={setPercent}
            />
            {forecast.budget !== null && most !== undefined && (
              <BudgetAnswer budget={forecast.budget} most={most} onClose={onClose} />
            )}
          </Stack>
          <Mailings />
        </Stack>
      )}
    </Modal>
  );
}

function BudgetAnswer(props: { budget: Budget; most: number; onClose: () => void }) {
  const { most, onClose } = props;
  const { show, openExport } = useResults();
  const { rate, kept, left } = props.budget;
  if (rate === null) return <Text role="status">{forecastWords.none(most)}</Text>;
  if (left.addresses === 0) return <Text role="status">{forecastWords.all(most)}</Text>;
  const showKept = (filter: ResultFilter) => {
    onClose();
    show({ ...filter, bounceRate: rate });
  };
  const { classes: _, ...everyRow } = SENT;
  return (
    <>
      <Text role="status">{forecastWords.kept(kept, left.addresses)}</Text>
      <ul className="plain-list">
        {left.groups.map((group) => (
          <li key={`${group.standing} ${group.mailHost}`}>
            {forecastWords.leftOut(groupName(group), group.addresses, groupDomains(group))}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          onClick={() => {
            showKept(SENT);
            openExport("screen");
          }}
        >
          {forecastWords.exportKept}
        </Button>
        <Button variant="default" onClick={() => showKept(everyRow)}>
          {forecastWords.showKept}
        </Button>
      </Group>
    </>
  );
}
