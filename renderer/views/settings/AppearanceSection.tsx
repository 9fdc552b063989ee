import { Input, SegmentedControl, Stack, Switch } from "@mantine/core";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { settingsWords } from "../../words/settings.ts";
import { useSettings } from "./useSettings.ts";

const APPEARANCES = ["system", "light", "dark"] as const;

export function AppearanceSection() {
  const { settings, change, problem } = useSettings();
  const words = settingsWords.appearance;
  return (
    <Stack gap="lg" align="start">
      <Input.Wrapper label={words.label}>
        <div>
          <SegmentedControl
            aria-label={words.label}
            value={settings.appearance}
            onChange={(value) => {
              const appearance = APPEARANCES.find((one) => one === value);
              if (appearance) change({ appearance });
            }}
            data={APPEARANCES.map((value) => ({ value, label: words[value] }))}
          />
        </div>
      </Input.Wrapper>
      <Switch
        label={settingsWords.notifications}
        checked={settings.notifications}
        onChange={(event) => change({ notifications: event.currentTarget.checked })}
      />
      <Switch
        label={settingsWords.checkForUpdates}
        checked={settings.checkForUpdates}
        onChange={(event) => change({ checkForUpdates: event.currentTarget.checked })}
      />
      {problem && <ProblemNote problem={problem} />}
    </Stack>
  );
}
