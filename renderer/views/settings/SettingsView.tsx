import { Input, SegmentedControl, Stack, Tabs, Title } from "@mantine/core";
import { useState } from "react";
import type { Settings } from "../../../shared/bridge/app.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ProblemNote } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { SwitchField } from "../../components/SwitchField.tsx";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { go } from "../../navigation.ts";
import { useApp } from "../../stores/winnow.tsx";
import { referenceWords, settingsWords } from "../../words/settings.ts";
import { teamWords } from "../../words/team.ts";
import { AboutSection } from "./AboutSection.tsx";
import { AccountsSection } from "./AccountsSection.tsx";
import { DataSection } from "./DataSection.tsx";
import { ReferencesSection } from "./ReferencesSection.tsx";
import { TeamSection } from "./TeamSection.tsx";

function useSettings(): {
  settings: Settings;
  change: (patch: Partial<Settings>) => void;
  problem: Problem | null;
  /** The settings that were changed and saved last. */
  saved: Partial<Settings>;
} {
  const settings = useApp((state) => state.settings);
  const save = useApp((state) => state.save);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saved, setSaved] = useState<Partial<Settings>>({});
  const change = async (patch: Partial<Settings>) => {
    // Cleared first, so that the same setting is announced again.
    setSaved({});
    const failed = await save(patch);
    setProblem(failed);
    if (failed === null) setSaved(patch);
  };
  return { settings, change: (patch) => void change(patch), problem, saved };
}

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

function CleaningSection() {
  const { settings, change, problem, saved } = useSettings();
  return (
    <Stack gap="lg">
      {NUMBERS.map(({ name, ...field }) => (
        <WholeNumberField
          key={name}
          {...field}
          maw={340}
          min={0}
          value={settings[name]}
          isSaved={name in saved}
          onTake={(value) => value !== null && change({ [name]: value })}
        />
      ))}
      <SwitchField
        label={settingsWords.deleteAfterFetch}
        description={settingsWords.deleteAfterFetchHelp}
        checked={settings.deleteAfterFetch}
        onCheck={(deleteAfterFetch) => change({ deleteAfterFetch })}
      />
      {problem && <ProblemNote problem={problem} />}
      <Heading>{referenceWords.title}</Heading>
      <ReferencesSection />
    </Stack>
  );
}

function AccountsAndTeam() {
  return (
    <Stack gap="md">
      <AccountsSection />
      <Heading>{teamWords.title}</Heading>
      <TeamSection />
    </Stack>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <Title order={2} size="h4" mt="lg">
      {children}
    </Title>
  );
}

const APPEARANCES = ["system", "light", "dark"] as const;

function AppearanceSection() {
  const { settings, change, problem } = useSettings();
  const words = settingsWords.appearance;
  return (
    <Stack gap="lg" align="start">
      <Input.Wrapper label={words.label}>
        <div>
          <SegmentedControl
            aria-label={words.label}
            value={settings.appearance}
            onChange={(appearance) => change({ appearance })}
            data={APPEARANCES.map((value) => ({ value, label: words[value] }))}
          />
        </div>
      </Input.Wrapper>
      <SwitchField
        label={settingsWords.notifications}
        checked={settings.notifications}
        onCheck={(notifications) => change({ notifications })}
      />
      <SwitchField
        label={settingsWords.checkForUpdates}
        checked={settings.checkForUpdates}
        onCheck={(checkForUpdates) => change({ checkForUpdates })}
      />
      {problem && <ProblemNote problem={problem} />}
    </Stack>
  );
}

const SECTIONS = {
  accounts: AccountsAndTeam,
  cleaning: CleaningSection,
  data: DataSection,
  appearance: AppearanceSection,
  about: AboutSection,
} as const;
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];

export default function SettingsView(props: { section?: string }) {
  const section = NAMES.find((name) => name === props.section) ?? "accounts";
  const Shown = SECTIONS[section];
  return (
    <Page title={settingsWords.title}>
      <Tabs value={section} onChange={(value) => go(`/settings/${value ?? "accounts"}`)} keepMounted={false}>
        <Tabs.List mb="lg">
          {NAMES.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {settingsWords.sections[name].name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section}>
          <Shown />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
