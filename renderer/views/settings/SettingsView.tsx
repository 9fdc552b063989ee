import {
  CloseButton,
  Group,
  Input,
  SegmentedControl,
  Stack,
  Switch,
  Table,
  Tabs,
  Text,
  Title,
} from "@mantine/core";
import { useState } from "react";
import type { ReferenceOverride, Settings } from "../../../shared/bridge/app.ts";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { WholeNumberField } from "../../components/WholeNumberField.tsx";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { go } from "../../navigation.ts";
import { useCall } from "../../stores/query.ts";
import { useApp } from "../../stores/winnow.tsx";
import { referenceWords, settingsWords } from "../../words/settings.ts";
import { useOverrides } from "../clean/use-import.ts";
import { AboutSection } from "./AboutSection.tsx";
import { AccountsSection } from "./AccountsSection.tsx";
import { DataSection } from "./DataSection.tsx";
import css from "./Settings.module.css";
import { SuppressionSection } from "./SuppressionSection.tsx";

function ReferencesSection() {
  const { overrides, say, forget } = useOverrides();
  const references = useCall("lists.references", {});
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = async (one: ReferenceOverride) => {
    const failed = await forget(one);
    setProblem(failed);
    if (!failed)
      notifyWithUndo("reference", referenceWords.forgotten(referenceWords.said(one)), () => void say(one));
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{referenceWords.lead}</Text>
      <Table className="card" aria-label={referenceWords.versions}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{referenceWords.list}</Table.Th>
            <Table.Th>{referenceWords.source}</Table.Th>
            <Table.Th>{referenceWords.version}</Table.Th>
            <Table.Th ta="right">{referenceWords.entries}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {references.value?.lists.map((list) => (
            <Table.Tr key={list.kind}>
              <Table.Td>{referenceWords.kinds[list.kind]}</Table.Td>
              <Table.Td>{list.source}</Table.Td>
              <Table.Td className="num">{list.version}</Table.Td>
              <Table.Td ta="right" className="num">
                {count(list.entries)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Title order={2} size="h5">
        {referenceWords.own}
      </Title>
      {overrides.length === 0 && <Text>{referenceWords.ownNone}</Text>}
      {overrides.map((one) => (
        <Group key={`${one.kind} ${one.entry}`} className={`card ${css.card}`} justify="space-between">
          <Text size="sm">{referenceWords.said(one)}</Text>
          <CloseButton aria-label={referenceWords.forget(one.entry)} onClick={() => void remove(one)} />
        </Group>
      ))}
      {references.problem && <ProblemNote problem={references.problem} />}
      {problem && <ProblemNote problem={problem} />}
      <Note>{referenceWords.whenApplied}</Note>
    </Stack>
  );
}

function useSettings(): {
  settings: Settings;
  change: (patch: Partial<Settings>) => void;
  problem: Problem | null;
} {
  const settings = useApp((state) => state.settings);
  const save = useApp((state) => state.save);
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = (patch: Partial<Settings>) => void save(patch).then(setProblem);
  return { settings, change, problem };
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

const SECTIONS = {
  accounts: AccountsSection,
  cleaning: CleaningSection,
  suppression: SuppressionSection,
  references: ReferencesSection,
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
              {settingsWords.sections[name]}
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
