import { NumberInput, Stack, Switch } from "@mantine/core";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { GROUP_SEPARATOR } from "../../format/numbers.ts";
import { settingsWords } from "../../words/settings.ts";
import { useSettings } from "./useSettings.ts";

function WholeNumber(props: {
  label: string;
  help?: string;
  unit: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      label={props.label}
      description={props.help}
      suffix={` ${props.unit}`}
      defaultValue={props.value}
      min={0}
      max={props.most}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={GROUP_SEPARATOR}
      maw={340}
      onBlur={(event) => {
        const value = Number(event.currentTarget.value.replace(/[^0-9]/g, ""));
        if (Number.isSafeInteger(value) && value !== props.value) props.onChange(Math.min(value, props.most));
      }}
    />
  );
}

/** What holds for every new cleaning. */
export function CleaningSection() {
  const { settings, change, problem } = useSettings();
  return (
    <Stack gap="lg">
      <WholeNumber
        label={settingsWords.freshDays}
        help={settingsWords.freshDaysHelp}
        unit={settingsWords.days}
        value={settings.freshDays}
        most={3650}
        onChange={(freshDays) => change({ freshDays })}
      />
      <WholeNumber
        label={settingsWords.freshDaysUnknown}
        unit={settingsWords.days}
        value={settings.freshDaysUnknown}
        most={3650}
        onChange={(freshDaysUnknown) => change({ freshDaysUnknown })}
      />
      <WholeNumber
        label={settingsWords.startUnder}
        help={settingsWords.startUnderHelp}
        unit={settingsWords.creditsUnit}
        value={settings.startUnderCredits}
        most={1_000_000_000}
        onChange={(startUnderCredits) => change({ startUnderCredits })}
      />
      <Switch
        label={settingsWords.onlyAddresses}
        description={settingsWords.onlyAddressesHelp}
        checked={settings.onlyAddresses}
        onChange={(event) => change({ onlyAddresses: event.currentTarget.checked })}
      />
      <Switch
        label={settingsWords.deleteAfterFetch}
        description={settingsWords.deleteAfterFetchHelp}
        checked={settings.deleteAfterFetch}
        onChange={(event) => change({ deleteAfterFetch: event.currentTarget.checked })}
      />
      {problem && <ProblemNote problem={problem} />}
    </Stack>
  );
}
