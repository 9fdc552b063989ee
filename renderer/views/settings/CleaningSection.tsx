import { Stack, Switch } from "@mantine/core";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { settingsWords } from "../../words/settings.ts";
import { useSettings } from "./useSettings.ts";

export function CleaningSection() {
  const { settings, change, problem } = useSettings();
  return (
    <Stack gap="lg">
      <WholeNumberField
        maw={340}
        min={0}
        label={settingsWords.freshDays}
        description={settingsWords.freshDaysHelp}
        unit={settingsWords.days}
        value={settings.freshDays}
        max={3650}
        onTake={(freshDays) => freshDays !== null && change({ freshDays })}
      />
      <WholeNumberField
        maw={340}
        min={0}
        label={settingsWords.freshDaysUnknown}
        unit={settingsWords.days}
        value={settings.freshDaysUnknown}
        max={3650}
        onTake={(freshDaysUnknown) => freshDaysUnknown !== null && change({ freshDaysUnknown })}
      />
      <WholeNumberField
        maw={340}
        min={0}
        label={settingsWords.startUnder}
        description={settingsWords.startUnderHelp}
        unit={settingsWords.creditsUnit}
        value={settings.startUnderCredits}
        max={1_000_000_000}
        onTake={(startUnderCredits) => startUnderCredits !== null && change({ startUnderCredits })}
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
