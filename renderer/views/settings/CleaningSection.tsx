import { Stack, Switch } from "@mantine/core";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { settingsWords } from "../../words/settings.ts";
import { useSettings } from "./useSettings.ts";

const NUMBERS = [
  {
    name: "freshDays",
    label: settingsWords.freshDays,
    description: settingsWords.freshDaysHelp,
    unit: settingsWords.days,
    max: 3650,
  },
  { name: "freshDaysUnknown", label: settingsWords.freshDaysUnknown, unit: settingsWords.days, max: 3650 },
  {
    name: "startUnderCredits",
    label: settingsWords.startUnder,
    description: settingsWords.startUnderHelp,
    unit: settingsWords.creditsUnit,
    max: 1_000_000_000,
  },
] as const;

export function CleaningSection() {
  const { settings, change, problem } = useSettings();
  return (
    <Stack gap="lg">
      {NUMBERS.map(({ name, ...field }) => (
        <WholeNumberField
          key={name}
          {...field}
          maw={340}
          min={0}
          value={settings[name]}
          onTake={(value) => value !== null && change({ [name]: value })}
        />
      ))}
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
